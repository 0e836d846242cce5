import { type RawBuilder, sql } from 'kysely'
import type { Vendor } from '#contract/connections.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'
import { ofOneThingAlone } from '#server/integrations/vendor-error.ts'

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

/**
 * Whether what was set aside for a kind of failure was given up, as nothing got through for long: that is no word of the
 * vendor's being well. A lead or a delivery that is wrong by itself says nothing about the others.
 */
export const wasGivenUp = (kind: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(kind)} <> all(${[...ofOneThingAlone, 'unusable']}::text[])`
