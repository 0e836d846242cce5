import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { DownloadLink } from '#web/dashboard/export/download-link.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { EmptyList, FailedList, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { SortSelect } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { useList } from '#web/dashboard/list/use-list.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { HiddenVisitorsLine } from '#web/dashboard/visitors/hidden-visitors.tsx'
import { groupPages } from './page-groups.ts'
import { PageTable } from './page-table.tsx'
import { PagesSkeleton } from './pages-skeleton.tsx'
import { pageSortColumns, pageSorts, sortPages } from './sort-pages.ts'

/** Every page's numbers in the chosen days. */
export default function PagesTab() {
  const address = useAddress()
  const go = useGo()
  const input = rangeInput(address)
  const sorting = readSorting(address.sort, pageSorts)
  const { rows: data, total, outdated, error, retry } = useList('GET /api/pages', input, 30_000)
  if (!data) {
    return error ? <FailedList what="The pages" error={error} retry={retry} /> : <PagesSkeleton />
  }
  const groups = groupPages(data)
  // A page's group says what it is for; sorted, all pages are compared.
  const shown = sorting
    ? [
        {
          title: 'All pages',
          pages: sortPages(
            groups.flatMap(({ pages }) => pages),
            sorting,
          ),
        },
      ]
    : groups
  const table = (
    <>
      <PageTable groups={shown} />
      <CutNote which="most viewed pages" shown={data.length} total={total}>
        Your own pages are always among them; Export page views has every view.
      </CutNote>
    </>
  )
  const isEmpty = data.every(({ views, conversions }) => views + conversions === 0)
  return (
    <section
      aria-label="Page Analytics"
      aria-busy={outdated}
      className={`transition-opacity ${outdated ? 'opacity-60' : ''}`}
    >
      {error && <StaleNotice error={error} retry={retry} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <p className="text-sm text-ink-2 max-md:hidden">
          Conversions are leads captured on a page; the rate is out of its unique visitors.
        </p>
        <span className="flex min-w-0 items-center gap-2 max-md:w-full max-md:justify-between">
          <SortSelect columns={pageSortColumns} first="By group" />
          <DownloadLink file="page-views" input={input}>
            Export page views
          </DownloadLink>
        </span>
      </div>
      {isEmpty ? (
        <>
          <EmptyList title="No page was viewed in this period">
            <p>When somebody opens one of your pages, its numbers appear here.</p>
            {address.range !== 'all' && (
              <Button className="mt-4" onClick={() => go({ range: 'all' })}>
                Look at all days
              </Button>
            )}
          </EmptyList>
          <Disclosure title="All pages and their setup">{table}</Disclosure>
        </>
      ) : (
        table
      )}
      <HiddenVisitorsLine />
    </section>
  )
}
