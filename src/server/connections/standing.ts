import type { Vendor } from '#contract/connections.ts'

/** How a vendor stands by the ledgers. */
export type Standing = {
  vendor: Vendor
  isConnected: boolean
  failingSince: Date | null
  reason: string | null
  lastSuccessAt: Date | null
  waiting: number
  parked: number
}

/** Which vendors are set up, and whether an address is at which calls are asked for; the rest is in the ledgers. */
export type Connected = Record<Vendor, boolean> & { calls: boolean }
