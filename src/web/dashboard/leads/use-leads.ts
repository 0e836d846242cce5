import type { Lead } from '#contract/lead.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'

/** Leads of both sources, customers and analytics records, merged by the server into one list (product.md §3). */
export function useLeads(): List<Lead> {
  const address = useAddress()
  const input = { ...rangeInput(address), q: address.q || undefined, include: 'records' as const }
  return useList('GET /api/customers', input, 60_000)
}
