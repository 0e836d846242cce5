import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { DownloadLink } from '#web/dashboard/export/download-link.tsx'
import { FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { useSteadyError } from '#web/dashboard/list/use-steady-error.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { groupPages } from './page-groups.ts'
import { PageTable } from './page-table.tsx'

/** Every page's numbers in the chosen days. */
export default function PagesTab() {
  const input = rangeInput(useAddress())
  const {
    data,
    error: failure,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...reading('GET /api/pages', input),
    placeholderData: keepPreviousData,
    ...usePolling(30_000),
  })
  const error = useSteadyError(failure, data !== undefined)
  const retry = () => void refetch()
  if (!data) {
    return error ? <FailedList what="The pages" error={error} retry={retry} /> : <ListSkeleton rows={10} />
  }
  return (
    <section
      aria-label="Page Analytics"
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {error && <StaleNotice error={error} retry={retry} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <p className="text-sm text-ink-2">
          Conversions are leads captured on a page; the rate is by its unique visitors.
        </p>
        <DownloadLink file="page-views" input={input}>
          Export page views
        </DownloadLink>
      </div>
      <PageTable groups={groupPages(data)} />
    </section>
  )
}
