import type { AdRow } from '#contract/ad-results.ts'
import type { SortColumn } from '#web/dashboard/list/sort-controls.tsx'
import type { Sorting } from '#web/dashboard/list/sorting.ts'
import { nameOf } from './ad-words.ts'

/** The columns ads can be sorted by. */
export const adSorts = [
  'name',
  'spend',
  'visitors',
  'leads',
  'per-lead',
  'saw-pitch',
  'applied',
  'booked',
  'per-booked',
  'held',
  'per-held',
  'no-show',
  'clients',
  'per-client',
  'cash',
  'return',
] as const
type AdSort = (typeof adSorts)[number]

/** The same as their headings say it. */
export const adSortColumns: Record<AdSort, SortColumn & { sort: AdSort }> = {
  name: { sort: 'name', label: 'Name' },
  spend: { sort: 'spend', label: 'Spend', isNumber: true },
  visitors: { sort: 'visitors', label: 'Visitors', isNumber: true },
  leads: { sort: 'leads', label: 'Leads', isNumber: true },
  'per-lead': { sort: 'per-lead', label: 'Cost per lead' },
  'saw-pitch': { sort: 'saw-pitch', label: 'Saw pitch', isNumber: true },
  applied: { sort: 'applied', label: 'Applied', isNumber: true },
  booked: { sort: 'booked', label: 'Booked', isNumber: true },
  'per-booked': { sort: 'per-booked', label: 'Cost per booked call' },
  held: { sort: 'held', label: 'Held', isNumber: true },
  'per-held': { sort: 'per-held', label: 'Cost per held call' },
  'no-show': { sort: 'no-show', label: 'No-show', isNumber: true },
  clients: { sort: 'clients', label: 'Clients', isNumber: true },
  'per-client': { sort: 'per-client', label: 'Cost per client' },
  cash: { sort: 'cash', label: 'Net cash', isNumber: true },
  return: { sort: 'return', label: 'Return', isNumber: true },
}

// Costs are put in order by what they are drawn to; currencies stand apart.
const keys: Record<AdSort, (row: AdRow) => number | string | null> = {
  name: nameOf,
  spend: ({ spend }) => spend?.amount ?? null,
  visitors: ({ visitors }) => visitors,
  leads: ({ leads }) => leads,
  'per-lead': ({ order }) => order.lead,
  'saw-pitch': ({ sawPitch }) => sawPitch,
  applied: ({ applied }) => applied,
  booked: ({ booked }) => booked,
  'per-booked': ({ order }) => order.booked,
  held: ({ held }) => held,
  'per-held': ({ order }) => order.held,
  'no-show': ({ noShow }) => noShow,
  clients: ({ clients }) => clients,
  'per-client': ({ order }) => order.client,
  cash: ({ netCash }) => netCash[0]?.amount ?? 0,
  return: ({ returnOnSpend }) => returnOnSpend,
}

/** Rows in the order that is asked for; what is missing stands last, equal ones stay in their place. */
export function sortAds(rows: AdRow[], sorting: Sorting<AdSort> | undefined): AdRow[] {
  if (!sorting) return rows
  const key = keys[sorting.sort]
  const sign = sorting.dir === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    )
  })
}
