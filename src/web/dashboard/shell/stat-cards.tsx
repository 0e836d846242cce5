import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RangeName } from '#contract/range.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { SparkBars, Sparkline } from '#web/dashboard/chart/sparkline.tsx'
import { ChangeMark } from '#web/dashboard/overview/change-mark.tsx'
import { useOverview } from '#web/dashboard/overview/use-overview.ts'
import { NumberNotices } from './number-notices.tsx'
import type { TabName } from './tabs.ts'
import { useIsRunning, useSummary } from './use-summary.ts'

const number = new Intl.NumberFormat('en-US')

type CardProps = {
  label: string
  value: string | null
  note: ReactNode
  trend: ReactNode
  opens: TabName
  /** The days its people are of, where they are not those that are chosen. */
  range?: RangeName
}

function Card({ label, value, note, trend, opens, range }: CardProps) {
  const address = addressOfTab(useAddress(), opens)
  const search = writeAddress(range === undefined ? address : { ...address, range })
  return (
    <div className="group relative flex min-w-0 flex-col border-line px-4 py-4 max-md:odd:border-r max-md:nth-[n+3]:border-t md:first:pl-0 md:not-first:border-l lg:px-6">
      <dt className="order-2 mt-1 text-sm text-ink-2 group-hover:text-ink">
        <Link
          to={{ search }}
          preventScrollReset
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
        >
          {label}
        </Link>
      </dt>
      <dd className="order-1 text-2xl font-semibold tracking-tight tabular-nums">
        {value === null ? (
          <span className="skeleton inline-block h-[0.8em] w-24" />
        ) : (
          <span className="flex items-center justify-between gap-3">
            <span className="max-w-full shrink-0 wrap-anywhere">{value}</span>
            {/* The number comes first: where it leaves no room, the trend is cut or gone. */}
            <span className="min-w-0 overflow-hidden max-sm:hidden md:max-lg:hidden">{trend}</span>
          </span>
        )}
      </dd>
      <dd className="order-3 min-h-4 text-xs text-ink-3 tabular-nums">{note}</dd>
    </div>
  )
}

const notes = (change: ReactNode, words: string) => (
  <span className="flex flex-wrap gap-x-2">
    {change && <span>{change}</span>}
    <span>{words}</span>
  </span>
)

const DAY_MS = 86_400_000

/** What a range of days is compared with: as many days, right before it. */
function periodBefore(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return days === 1 ? 'the day before' : `the ${days} days before`
}

/** The four numbers of the range, counted by the server (docs/spec.md, 'The dashboard'); each opens its people. */
export function StatCards() {
  const { data, error, isPlaceholderData } = useSummary()
  const { data: overview, isPlaceholderData: isOverviewBehind } = useOverview({ isNarrowed: false })
  // On a slow network one of the two is of the range before for a while, and then they say nothing of each other.
  const isOfOneRange = !isPlaceholderData && !isOverviewBehind
  // A period from before the first recorded day would make everything look like growth.
  const before = isOfOneRange && overview?.isPreviousWhole ? overview.previous : null
  const series = (isPlaceholderData || isOfOneRange) && overview ? overview.series : []
  const trend = (key: 'visitors' | 'views' | 'leads', stroke: string, fill: string) =>
    series.length > 1 && <Sparkline values={series.map((point) => point[key])} stroke={stroke} fill={fill} />
  const isRunning = useIsRunning()
  const change = (now: number | undefined, then: number | undefined) =>
    now !== undefined &&
    then !== undefined && <ChangeMark now={now} before={then} against={against} isRunning={isRunning} />
  const against = data ? periodBefore(data.from, data.to) : ''
  const say = (value: number | undefined) => (value === undefined ? null : number.format(value))
  const failed = error !== null && data === undefined

  return (
    <section aria-label="Summary" className="border-y border-line">
      <dl
        aria-busy={isPlaceholderData}
        className={`grid grid-cols-2 transition-opacity md:grid-cols-4 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <Card
          label="Total Visitors"
          value={failed ? '–' : say(data?.visitors)}
          note={change(data?.visitors, before?.visitors) || 'in this range'}
          trend={trend('visitors', 'stroke-accent', 'fill-accent')}
          opens="visitors"
        />
        <Card
          label="Page Views"
          value={failed ? '–' : say(data?.pageViews)}
          note={
            data &&
            notes(change(data.pageViews, before?.pageViews), `${number.format(data.pageViewsToday)} today`)
          }
          trend={trend('views', 'stroke-control', 'fill-control')}
          opens="pages"
        />
        <Card
          label="Leads"
          value={failed ? '–' : say(data?.leads)}
          note={
            data && notes(change(data.leads, before?.leads), `${data.conversionRate.toFixed(1)}% conversion`)
          }
          trend={trend('leads', 'stroke-success', 'fill-success')}
          opens="leads"
        />
        <Card
          label="Active Now"
          value={failed ? '–' : say(data?.activeNow)}
          note="last 30 minutes"
          trend={overview && <SparkBars values={overview.recent} fill="fill-accent" />}
          opens="visitors"
          range="today"
        />
      </dl>
      <NumberNotices />
    </section>
  )
}
