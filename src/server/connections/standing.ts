import type { Vendor } from '#contract/connections.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'

/** How a vendor stands by the ledgers. */
export type Standing = {
  vendor: Vendor
  isConnected: boolean
  failingSince: Date | null
  kind: FailureKind | null
  reason: string | null
  lastSuccessAt: Date | null
  waiting: number
  parked: number
}

/** What is told of a vendor that does not fail. */
export const notFailing = { failingSince: null, kind: null, reason: null }

/** Which vendors are set up, and whether an address is at which calls are asked for; the rest is in the ledgers. */
export type Connected = Record<Vendor, boolean> & { calls: boolean }
