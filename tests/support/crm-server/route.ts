import type { Answer } from './answer.ts'
import type { FailureMode } from './failure.ts'
import type { SubAccount } from './sub-account.ts'

/** A call that passed the gate, taken apart. */
export type RouteRequest = {
  crm: SubAccount
  /** The failure that changes this call's outcome, if one is switched on. */
  mode: FailureMode | null
  /** The path's parts in brackets, decoded. */
  params: string[]
  query: Record<string, string>
  version: string | undefined
  body: Record<string, unknown>
}

/** One kind of call and what the CRM does on it. */
export type Route = { method: string; path: RegExp; answer: (request: RouteRequest) => Answer }
