import type { AdRow, Amount, Cost } from '#contract/ad-results.ts'
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

const plainKeys = {
  name: nameOf,
  visitors: ({ visitors }) => visitors,
  leads: ({ leads }) => leads,
  'saw-pitch': ({ sawPitch }) => sawPitch,
  applied: ({ applied }) => applied,
  booked: ({ booked }) => booked,
  held: ({ held }) => held,
  'no-show': ({ noShow }) => noShow,
  clients: ({ clients }) => clients,
  return: ({ returnOnSpend }) => returnOnSpend,
} satisfies Partial<Record<AdSort, (row: AdRow) => number | string | null>>

// Costs are put in order by what they are drawn to.
const drawn = (cost: Cost | null, amount: number | null): Amount[] =>
  cost === null || amount === null ? [] : [{ currency: cost.currency, amount }]

const amountKeys: Record<Exclude<AdSort, keyof typeof plainKeys>, (row: AdRow) => Amount[]> = {
  spend: ({ spend, otherSpend }) => (spend === null ? [] : [spend, ...otherSpend]),
  'per-lead': ({ costPerLead, order }) => drawn(costPerLead, order.lead),
  'per-booked': ({ costPerBooked, order }) => drawn(costPerBooked, order.booked),
  'per-held': ({ costPerHeld, order }) => drawn(costPerHeld, order.held),
  'per-client': ({ costPerClient, order }) => drawn(costPerClient, order.client),
  cash: ({ netCash }) => netCash,
}

const isPlain = (sort: AdSort): sort is keyof typeof plainKeys => sort in plainKeys

/** Rows in the order that is asked for; what is missing stands last, equal ones stay in their place. */
export function sortAds(rows: AdRow[], sorting: Sorting<AdSort> | undefined): AdRow[] {
  if (!sorting) return rows
  const { sort } = sorting
  const sign = sorting.dir === 'asc' ? 1 : -1
  if (!isPlain(sort))
    return sortByAmounts(rows, amountKeys[sort], { sign, missing: sort === 'cash' ? 0 : null })
  const key: (row: AdRow) => number | string | null = plainKeys[sort]
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    )
  })
}

/** Amounts are compared within a currency alone, by the one that most rows have first. */
function sortByAmounts(
  rows: AdRow[],
  amountsOf: (row: AdRow) => Amount[],
  { sign, missing }: { sign: number; missing: 0 | null },
): AdRow[] {
  const counts = new Map<string, number>()
  for (const { currency } of rows.flatMap(amountsOf)) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const currencies = [...counts]
    .sort(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
    .map(([currency]) => currency)
  const amountIn = (row: AdRow, wanted: string): number | null =>
    amountsOf(row).find(({ currency }) => currency === wanted)?.amount ?? missing
  return rows.toSorted((one, other) => {
    for (const currency of currencies) {
      const [a, b] = [amountIn(one, currency), amountIn(other, currency)]
      if (a === b) continue
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sign * (a - b)
    }
    return 0
  })
}
