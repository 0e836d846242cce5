import type { PageNumbers } from '#contract/page-analytics.ts'
import type { SortColumn } from '#web/dashboard/list/sort-controls.tsx'
import type { Sorting } from '#web/dashboard/list/sorting.ts'

/** The columns pages can be sorted by. */
export const pageSorts = ['path', 'views', 'visitors', 'conversions', 'rate', 'share'] as const
type PageSort = (typeof pageSorts)[number]

/** The same as their headings say it. */
export const pageSortColumns: (SortColumn & { sort: PageSort })[] = [
  { sort: 'path', label: 'Page' },
  { sort: 'views', label: 'Views', isNumber: true },
  { sort: 'visitors', label: 'Visitors', isNumber: true },
  { sort: 'conversions', label: 'Conversions', isNumber: true },
  { sort: 'rate', label: 'Conversion rate', isNumber: true },
  { sort: 'share', label: 'Share of traffic', isNumber: true },
]

const keys: Record<PageSort, (page: PageNumbers) => number | string> = {
  path: ({ path }) => path,
  views: ({ views }) => views,
  visitors: ({ visitors }) => visitors,
  conversions: ({ conversions }) => conversions,
  rate: ({ conversionRate }) => conversionRate,
  share: ({ share }) => share,
}

/** Pages in the order that is asked for; equal ones stay in theirs. */
export function sortPages(pages: PageNumbers[], { sort, dir }: Sorting<PageSort>): PageNumbers[] {
  const key = keys[sort]
  const sign = dir === 'asc' ? 1 : -1
  return pages.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)]
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    )
  })
}
