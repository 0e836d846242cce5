import type { Lead } from '#contract/lead.ts'
import { filterInput, rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'

/** What the leads list asks for: the range, search and filters of the address. */
export function useLeadsInput() {
  const address = useAddress()
  return {
    ...rangeInput(address),
    q: address.q || undefined,
    tag: address.tag || undefined,
    step: address.step || undefined,
    ...filterInput(address),
    include: 'records' as const,
    ...(address.hidden ? { hidden: 'true' as const } : {}),
  }
}

/**
 * Leads of both sources, customers and analytics records, merged by the server into one list
 * (docs/spec.md, 'Records').
 */
export function useLeads(): List<Lead> {
  return useList('GET /api/customers', useLeadsInput(), 60_000)
}
