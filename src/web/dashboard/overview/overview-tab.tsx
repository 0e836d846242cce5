import type { AdResults } from '#contract/ad-results.ts'
import type { Overview } from '#contract/page-analytics.ts'
import { MacroNotice } from '#web/dashboard/ad-spend/macro-notice.tsx'
import { narrowingInput } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { TrafficChart } from '#web/dashboard/chart/traffic-chart.tsx'
import { EmptyList, FailedList, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { useAwaitsFirst } from '#web/dashboard/list/use-awaits-first.ts'
import { useSteadyError } from '#web/dashboard/list/use-steady-error.ts'
import { OutcomesStrip } from '#web/dashboard/outcomes/outcomes-strip.tsx'
import { useSummary } from '#web/dashboard/shell/use-summary.ts'
import { WayToSetup } from '#web/dashboard/site/start/way-to-setup.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { HiddenVisitorsLine } from '#web/dashboard/visitors/hidden-visitors.tsx'
import { Funnel } from './funnel.tsx'
import { MoneyCards, useMoney } from './money-cards.tsx'
import { NarrowingBar } from './narrowing-bar.tsx'
import { TopPages, TopSources } from './top-lists.tsx'
import { useOverview } from './use-overview.ts'

/** The shape of the overview while it is on its way. */
function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-5">
      <div className="skeleton h-4 w-24" />
      <div className="skeleton mt-5 h-64 w-full" />
      <div className="mt-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="space-y-2">
          <div className="skeleton mb-4 h-4 w-24" />
          {['w-full', 'w-1/3', 'w-1/4', 'w-1/6', 'w-1/12'].map((width) => (
            <div key={width} className={`skeleton h-12 ${width}`} />
          ))}
        </div>
        <div className="space-y-10">
          {['pages', 'sources'].map((part) => (
            <div key={part} className="space-y-1.5">
              <div className="skeleton mb-4 h-4 w-28" />
              {[1, 2, 3, 4, 5].map((row) => (
                <div key={row} className="skeleton h-8 w-full" />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function NothingYet() {
  const address = useAddress()
  const { range } = address
  const go = useGo()
  if (Object.keys(narrowingInput(address)).length > 0)
    return (
      <EmptyList title="No visits match this choice in this period">
        <Button className="mt-4" onClick={() => go({ campaign: '', ad: '', page: '' })}>
          Show all traffic
        </Button>
      </EmptyList>
    )
  return (
    <EmptyList title="No visits in this period">
      <p>When somebody opens one of your pages, it shows up here within seconds.</p>
      <WayToSetup />
      {range !== 'all' && (
        <Button className="mt-4" onClick={() => go({ range: 'all' })}>
          Look at all days
        </Button>
      )}
    </EmptyList>
  )
}

/** What decides on the lines above the chart, and on its own. */
const linesAbove = [
  'GET /api/bookings/without-outcome',
  'GET /api/ad-spend/macro-mistakes',
  'GET /api/analytics/summary',
  'GET /api/ads',
] as const

/** The range at a glance: traffic over time, where it went and came from, and how far people got. */
export function OverviewTab() {
  const { data, error: failure, refetch, isPlaceholderData } = useOverview({ isNarrowed: true })
  const error = useSteadyError(failure, data !== undefined)
  const money = useMoney()
  const isHeld = useAwaitsFirst(linesAbove, data !== undefined)
  const retry = () => void refetch()
  return (
    <section
      aria-label="Overview"
      aria-busy={isPlaceholderData}
      className={`pt-5 transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
    >
      {error && data && <StaleNotice error={error} retry={retry} />}
      <NarrowingBar />
      <OutcomesStrip />
      <MacroNotice isShort />
      {data && !isHeld ? (
        <Glance data={data} money={money?.total} />
      ) : error && !data ? (
        <FailedList what="The overview" error={error} retry={retry} />
      ) : (
        <OverviewSkeleton />
      )}
    </section>
  )
}

function Glance({ data, money }: { data: Overview; money: AdResults['total'] | undefined }) {
  const address = useAddress()
  const { tz } = address
  const summary = useSummary()
  const views = data.series.reduce((sum, point) => sum + point.views, 0)
  const isEmpty = views === 0 && data.series.every(({ leads }) => leads === 0)
  const isNarrowed = Object.keys(narrowingInput(address)).length > 0
  // Where no payment was ever told, nobody is said to have paid.
  const clients = isNarrowed || !money || money.netCash.length === 0 ? undefined : money.clients
  const people = (step: string) => data.funnel.find((each) => each.step === step)?.people ?? 0
  // They may come later than what is drawn, and are those of the range before until then.
  const ofRange = summary.isPlaceholderData ? undefined : summary.data
  const totals = isNarrowed
    ? { visitors: people('visit'), views, leads: people('lead') }
    : ofRange && { visitors: ofRange.visitors, views: ofRange.pageViews, leads: ofRange.leads }
  return (
    <>
      {isEmpty ? (
        <NothingYet />
      ) : (
        <>
          {!isNarrowed && <MoneyCards />}
          <TrafficChart points={data.series} step={data.step} tz={tz} totals={totals ?? null} />
          <div className="mt-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
            <Funnel funnel={data.funnel} clients={clients} />
            <div className="grid grid-cols-1 content-start gap-x-12 gap-y-10 md:max-lg:grid-cols-2">
              <TopPages pages={data.topPages} views={views} />
              <TopSources sources={data.topSources} views={views} />
            </div>
          </div>
        </>
      )}
      <HiddenVisitorsLine />
    </>
  )
}
