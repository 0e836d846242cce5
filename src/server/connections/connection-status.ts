import type { Vendor } from '#contract/connections.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'

/** What a ledger says of a vendor: what went through, what waits and what was set aside. */
export type LedgerStatus = {
  failingSince: Date | null
  kind: FailureKind | null
  reason: string | null
  lastSuccessAt: Date | null
  waiting: number
  parked: number
}

/** The status of one vendor. */
export type ConnectionStatus = LedgerStatus & { vendor: Vendor; isConnected: boolean }

/** What is said of a vendor that does not fail. */
export const notFailing = { failingSince: null, kind: null, reason: null }

/** Which vendors are set up, and whether an address is at which calls are asked for; the rest is in the ledgers. */
export type Connected = Record<Vendor, boolean> & { calls: boolean }
