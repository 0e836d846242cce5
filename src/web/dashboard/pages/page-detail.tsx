import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PageAnalytics } from '#contract/page-analytics.ts'
import { sourceLabel } from '#contract/source-label.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedList } from '#web/dashboard/list/list-states.tsx'
import { useSteadyError } from '#web/dashboard/list/use-steady-error.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { ShareRow } from '#web/dashboard/overview/share-row.tsx'
import { daysWords } from '#web/dashboard/range/days-words.ts'
import { useSummary } from '#web/dashboard/shell/use-summary.ts'
import { counted } from '#web/dashboard/ui/counted.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { PagePeople } from './page-people.tsx'
import { PageSetupCards } from './page-setup-cards.tsx'
import { ranked, referrerName } from './referrers.ts'

const MOST = 8

type ShareListProps = {
  title: string
  counts: [string, number][]
  /** What is not in the list. */
  besides?: string | false
}

/** Counts with their share of the whole; the long tail is summed up in one line. */
function ShareList({ title, counts, besides = false }: ShareListProps) {
  if (counts.length === 0 && !besides) return null
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const rest = counts.slice(MOST)
  const shown: [string, number][] =
    rest.length === 0
      ? counts
      : [
          ...counts.slice(0, MOST),
          [counted(rest.length, 'other'), rest.reduce((sum, [, count]) => sum + count, 0)],
        ]
  return (
    <section className="mt-8">
      <h3 className="border-b border-line-strong pb-1.5 text-sm font-semibold">{title}</h3>
      <ol>
        {shown.map(([name, count]) => (
          <ShareRow
            key={name}
            name={name}
            to={null}
            value={count}
            part={count / all}
            note={`${((count / all) * 100).toFixed(1)}%`}
          />
        ))}
      </ol>
      {besides && <p className="mt-2 text-xs text-ink-3">{besides}</p>}
    </section>
  )
}

const number = new Intl.NumberFormat('en-US')

function Tiles({ page }: { page: PageAnalytics }) {
  const tiles = [
    ['Total Views', number.format(page.totalViews)],
    ['Unique Visitors', number.format(page.uniqueVisitors)],
    ['Conversions', number.format(page.conversions)],
    ['Conversion Rate', `${page.conversionRate.toFixed(1)}%`],
  ]
  return (
    <dl className="grid grid-cols-2 gap-y-4 sm:grid-cols-4">
      {tiles.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col pr-3">
          <dt className="order-2 text-xs text-ink-3">{label}</dt>
          <dd className="order-1 truncate text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const ownReferralWords = (views: number): string =>
  `${views.toLocaleString('en-US')} ${views === 1 ? 'view' : 'views'} from other pages of your own site left out.`

function Numbers({ page, path }: { page: PageAnalytics; path: string }) {
  const address = useAddress()
  const summary = useSummary()
  if (page.totalViews === 0 && page.conversions === 0) {
    return (
      <p className="py-8 text-center text-sm text-ink-2">
        No analytics data available for this page
        <span className="mt-1 block text-xs text-ink-3">Nobody was here in the chosen days.</span>
      </p>
    )
  }
  return (
    <>
      {/* The picker of days lies behind the dialog. */}
      <p className="mb-3 text-xs text-ink-3">
        {daysWords(address, summary.isPlaceholderData ? undefined : summary.data)}
      </p>
      <Tiles page={page} />
      <ShareList title="UTM Sources" counts={ranked(page.utmData, sourceLabel)} />
      <ShareList
        title="Top Referrers"
        counts={ranked(page.referrerData, referrerName)}
        besides={page.ownReferrals > 0 && ownReferralWords(page.ownReferrals)}
      />
      <PagePeople page={page} path={path} />
    </>
  )
}

/** One page in the chosen days, and what it sends to whom. */
export default function PageDetail({ id: path, onClose }: { id: string; onClose: () => void }) {
  const input = { ...rangeInput(useAddress()), path }
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    ...reading('GET /api/pages/:path/analytics', input),
    placeholderData: keepPreviousData,
    ...usePolling(30_000),
  })
  const error = useSteadyError(failure, data !== undefined)
  return (
    <Dialog title={path} shape="panel" onClose={onClose}>
      {data ? (
        <Numbers page={data} path={path} />
      ) : error ? (
        <FailedList what="This page" error={error} retry={() => void refetch()} />
      ) : (
        <p role="status" className="py-8 text-center text-sm text-ink-2">
          Loading page analytics...
        </p>
      )}
      <PageSetupCards path={path} />
    </Dialog>
  )
}
