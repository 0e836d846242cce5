import type { ReactNode } from 'react'
import { type ListedVisitor, visitorSorts } from '#contract/visitor.ts'
import { type AddressState, filterInput, rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { useChosen } from '#web/dashboard/address/use-chosen.ts'
import { CountAndExport } from '#web/dashboard/export/count-and-export.tsx'
import { FilterChips } from '#web/dashboard/list/filter-chips.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { RowList } from '#web/dashboard/list/row-list.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { SortNote, SortSelect } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { useSummary } from '#web/dashboard/shell/use-summary.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { useHiddenCount } from './hidden-visitors.tsx'
import { NoVisitors } from './no-visitors.tsx'
import { VisitorLines, visitorColumns, visitorGrid, visitorSortColumns } from './visitor-columns.tsx'

const isNarrowed = (address: AddressState): boolean =>
  [address.q, ...Object.values(filterInput(address))].some(Boolean)

/** How many of the list have no page view yet. The card leaves them out, so the two numbers differ by them. */
function useUnseen({ rows = [], total, more, outdated }: List<ListedVisitor>): number {
  const address = useAddress()
  const { data, isPlaceholderData } = useSummary()
  if (address.hidden) return 0
  const shown = rows.filter(({ isCounted }) => !isCounted).length
  // Of rows that are not read yet the two numbers tell.
  if (!more || isNarrowed(address) || outdated || isPlaceholderData || !data) return shown
  return Math.max(shown, total - data.visitors)
}

function HiddenSwitch({ children }: { children: ReactNode }) {
  const { hidden } = useAddress()
  const go = useGo()
  const [checked, choose] = useChosen(hidden, (chosen) => go({ hidden: chosen, open: '' }))
  return (
    <Switch checked={checked} onChange={choose}>
      {children}
    </Switch>
  )
}

/** Who was here in the chosen days, newest first. */
export function VisitorsTab() {
  const address = useAddress()
  const { dense } = usePreferences()
  const { q, hidden, tz } = address
  const input = {
    ...rangeInput(address),
    q: q || undefined,
    ...filterInput(address),
    hidden: hidden ? ('true' as const) : ('false' as const),
  }
  const isCounting = !hidden && !isNarrowed(address)
  const hiddenCount = useHiddenCount(isCounting)
  const sorted = { ...input, ...readSorting(address.sort, visitorSorts) }
  const list = useList('GET /api/visitors', sorted, 30_000)
  const unseen = useUnseen(list)

  return (
    <section aria-label="Visitors">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
        <SearchField
          label="Search visitors"
          placeholder="Name, email, phone, IP, timezone, language or campaign"
        />
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-6 max-lg:basis-full">
          <HiddenSwitch>
            Show who is not counted{isCounting && hiddenCount && ` (${hiddenCount})`}
          </HiddenSwitch>
          <div className="flex items-center gap-2">
            <SortSelect columns={Object.values(visitorSortColumns)} />
            <CountAndExport
              list={list}
              noun={['visitor', 'visitors']}
              note={unseen > 0 ? `${unseen.toLocaleString('en-US')} not counted yet` : undefined}
              file="visitors"
              input={sorted}
            />
          </div>
        </div>
        <FilterChips />
      </div>
      <SortNote isSkipped={list.isSortSkipped} />
      <ListFrame list={list} what="Visitors" empty={<NoVisitors />}>
        {(rows) => (
          <RowList
            label="Visitors"
            rows={rows}
            columns={visitorColumns(tz, dense)}
            grid={visitorGrid}
            lines={(visitor) => <VisitorLines visitor={visitor} tz={tz} />}
            isSorted={!list.isSortSkipped}
            keyOf={(visitor) => visitor.id}
          />
        )}
      </ListFrame>
    </section>
  )
}
