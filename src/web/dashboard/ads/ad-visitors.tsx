import { UNATTRIBUTED } from '#contract/ad-levels.ts'
import type { AdVisitor } from '#contract/ad-results.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { deviceLabel } from '#web/dashboard/detail/device-label.ts'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { type Column, RowList } from '#web/dashboard/list/row-list.tsx'
import { useList } from '#web/dashboard/list/use-list.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { visitorName } from '#web/dashboard/visitors/visitor-name.tsx'
import { BackToResults } from './back-to-results.tsx'
import { adsInput } from './use-ads.ts'
import { WhyThisAd } from './why-this-ad.tsx'

function Who({ visitor }: { visitor: AdVisitor }) {
  return (
    <>
      <DetailLink kind="visitor" id={visitor.id}>
        {visitorName(visitor)}
      </DetailLink>
      <span className="block truncate text-xs text-ink-3">{deviceLabel(visitor.device)}</span>
    </>
  )
}

const columnsOf = (tz: string): Column<AdVisitor>[] => [
  { label: 'Visitor', cell: (visitor) => <Who visitor={visitor} /> },
  { label: 'Why this ad', cell: ({ credited }) => <WhyThisAd credited={credited} /> },
  { label: 'Views', right: true, cell: ({ viewsInRange }) => viewsInRange.toLocaleString('en-US') },
  { label: 'First seen', right: true, cell: ({ firstSeen }) => <Moment at={firstSeen} tz={tz} /> },
]

function Lines({ visitor, tz }: { visitor: AdVisitor; tz: string }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          <Who visitor={visitor} />
        </span>
        <span className="shrink-0 text-xs text-ink-2">
          <Moment at={visitor.firstSeen} tz={tz} />
        </span>
      </div>
      <div className="mt-1 text-xs">
        <WhyThisAd credited={visitor.credited} />
      </div>
    </>
  )
}

/** The visitors behind one figure of the table; each opens what it did. */
export function AdVisitors({ name }: { name: string }) {
  const address = useAddress()
  const { of, tz } = address
  const { credit: _credit, cohort: _cohort, ...range } = adsInput(address)
  const list = useList('GET /api/ads/visitors', { ...range, key: of || undefined }, 60_000)
  const whose = of === UNATTRIBUTED ? ' of whom no ad is known' : of === '' ? '' : ` of ${name}`
  return (
    <section aria-label={`Visitors, ${name}`}>
      <BackToResults what="Visitors" whose={whose} />
      <div className="flex justify-end py-2">
        {list.rows && (
          <CountLine
            shown={list.rows.length}
            total={list.total}
            isCapped={list.isCapped}
            noun={['visitor', 'visitors']}
          />
        )}
      </div>
      <ListFrame
        list={list}
        what="Visitors"
        empty={
          <EmptyList title="Nobody in this period">
            <p>Choose other days, or look at all results.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <RowList
            label="Visitors"
            rows={rows}
            columns={columnsOf(tz)}
            grid="grid-cols-[minmax(0,1.2fr)_minmax(0,2.6fr)_5rem_7rem]"
            lines={(visitor) => <Lines visitor={visitor} tz={tz} />}
            keyOf={({ id }) => id}
          />
        )}
      </ListFrame>
    </section>
  )
}
