import { type AdStep, UNATTRIBUTED } from '#contract/ad-levels.ts'
import type { AdPerson } from '#contract/ad-results.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CountAndExport } from '#web/dashboard/export/count-and-export.tsx'
import { Stage } from '#web/dashboard/leads/stage.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { RowLink } from '#web/dashboard/list/row-link.tsx'
import { type Column, RowList } from '#web/dashboard/list/row-list.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { useList } from '#web/dashboard/list/use-list.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { amounts, stepWords } from './ad-words.ts'
import { BackToResults } from './back-to-results.tsx'
import { adsInput } from './use-ads.ts'
import { WhyThisAd } from './why-this-ad.tsx'

const Cash = ({ person: { netCash } }: { person: AdPerson }) =>
  netCash.length === 0 ? <span className="text-ink-3">–</span> : amounts(netCash)

const columnsOf = (tz: string, step: AdStep): Column<AdPerson>[] => [
  {
    label: 'Name',
    cell: (person) => (
      <>
        <span dir="auto" className="block truncate text-left">
          <RowLink id={person.id}>{person.name || 'Anonymous'}</RowLink>
        </span>
        <span className="block truncate text-xs text-ink-3">{person.email}</span>
      </>
    ),
  },
  { label: 'Stage', cell: (person) => <Stage lead={person} /> },
  { label: 'Why this ad', cell: (person) => <WhyThisAd credited={person.credited} /> },
  { label: 'Net cash', right: true, cell: (person) => <Cash person={person} /> },
  {
    label: stepWords[step].when,
    right: true,
    cell: ({ at }) => (at === null ? null : <Moment at={at} tz={tz} />),
  },
]

function Lines({ person, tz }: { person: AdPerson; tz: string }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="min-w-0 truncate text-left">
          <RowLink id={person.id}>{person.name || 'Anonymous'}</RowLink>
        </span>
        <span className="shrink-0 text-xs text-ink-2">
          {person.netCash.length > 0 && <span className="mr-2 tabular-nums">{amounts(person.netCash)}</span>}
          {person.at !== null && <Moment at={person.at} tz={tz} />}
        </span>
      </div>
      <div className="mt-1 text-xs">
        <WhyThisAd credited={person.credited} />
      </div>
    </>
  )
}

/** The people behind one figure of the table; each opens the journey. */
export function AdPeople({ step, name }: { step: AdStep; name: string }) {
  const address = useAddress()
  const { of, q, tz } = address
  const input = { ...adsInput(address), step, key: of || undefined, q: q || undefined }
  const list = useList('GET /api/ads/people', input, 60_000)
  const whose = of === UNATTRIBUTED ? ' of whom no ad is known' : of === '' ? '' : ` of ${name}`
  return (
    <section aria-label={`${stepWords[step].label}, ${name}`}>
      <BackToResults what={stepWords[step].label} whose={whose} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <SearchField label="Search people" placeholder="Name, email or phone" />
        <CountAndExport list={list} noun={['person', 'people']} file="ad-people" input={input} />
      </div>
      <ListFrame
        list={list}
        what="People"
        empty={
          <EmptyList title={q === '' ? 'Nobody in this period' : `Nobody matches “${q}”`}>
            <p>Choose other days, or look at all results.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <RowList
            label={stepWords[step].label}
            rows={rows}
            columns={columnsOf(tz, step)}
            grid="grid-cols-[minmax(0,1.2fr)_9.5rem_minmax(0,2.6fr)_7rem_7rem]"
            lines={(person) => <Lines person={person} tz={tz} />}
            keyOf={({ id }) => id}
          />
        )}
      </ListFrame>
    </section>
  )
}
