import type { Lead } from '#contract/lead.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { mergeLeads } from './merge-leads.ts'

/** Leads of both sources, customers and analytics records, as one list (product.md §3). */
export function useLeads(): List<Lead> {
  const address = useAddress()
  const input = { ...rangeInput(address), q: address.q || undefined }
  const customers = useList('GET /api/customers', input, 60_000)
  const records = useList('GET /api/analytics/records', input, 60_000)

  const merged =
    customers.rows &&
    records.rows &&
    mergeLeads({ rows: customers.rows, more: customers.more }, { rows: records.rows, more: records.more })
  return {
    rows: merged?.rows,
    total: customers.total + records.total,
    more: customers.more || records.more,
    readMore: () => {
      if (merged?.wanting.customers) customers.readMore()
      if (merged?.wanting.records) records.readMore()
    },
    readingMore: customers.readingMore || records.readingMore,
    outdated: customers.outdated || records.outdated,
    error: customers.error ?? records.error,
    retry: () => {
      customers.retry()
      records.retry()
    },
  }
}
