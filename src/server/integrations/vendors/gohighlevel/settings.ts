import type { SharedAllowance } from './shared-allowance.ts'

/** How to reach one GoHighLevel sub-account. */
export type GoHighLevelSettings = {
  /** e.g. `https://services.leadconnectorhq.com`; a trailing slash does no harm. */
  baseUrl: string
  /** The sub-account's private integration token (`pit-…`) with the scopes that docs/install.md names. */
  token: string
  locationId: string
  /** The API version every call names; its answers' shapes depend on it. */
  version?: string
  /** How long one call may take altogether, in milliseconds. */
  timeoutMs?: number
  /** Keeps all processes together below what the CRM allows; without it each counts for itself. */
  sharedAllowance?: SharedAllowance
  fetch?: typeof fetch
  now?: () => Date
  /** From 0 up to 1, as `Math.random` gives. */
  random?: () => number
}

/** The vendor's name in messages and logs. */
export const VENDOR = 'GoHighLevel'
