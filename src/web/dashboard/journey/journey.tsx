import { useQuery } from '@tanstack/react-query'
import type { Journey as Told } from '#contract/journey.ts'
import { MOST_VIEWS } from '#contract/most-views.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { deviceLabel } from '#web/dashboard/detail/device-label.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { BookedCalls } from '#web/dashboard/outcomes/booked-calls.tsx'
import { ViewsKeptFrom } from '#web/dashboard/retention/views-kept-from.tsx'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { AdCreditSection } from './ad-credit.tsx'
import { CrmOpportunities } from './crm-opportunities.tsx'
import { foldRuns, groupVisits, type JourneyVisit } from './group-visits.ts'
import { JourneyEventRow } from './journey-event.tsx'

function Nothing({ words }: { words: string }) {
  return <p className="py-12 text-center text-sm text-ink-2">{words}</p>
}

function titleOf({ isFirst, visitorId }: JourneyVisit): string {
  if (isFirst) return 'First visit'
  return visitorId === null ? 'Without a visit' : 'Visit'
}

function Visit({ visit, device, tz }: { visit: JourneyVisit; device: string; tz: string }) {
  const facts = [
    visit.views > 0 ? `${visit.views} ${visit.views === 1 ? 'page' : 'pages'}` : null,
    visit.source,
    visit.ad,
    device,
  ]
  return (
    <section className="mt-6 first:mt-0">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-semibold">{titleOf(visit)}</span>
        <span className="text-ink-2 tabular-nums">{shortTime(visit.at, tz)}</span>
        <span className="min-w-0 text-xs font-normal wrap-anywhere text-ink-3">
          <FactLine of={facts} />
        </span>
      </h3>
      {visit.events.length > 0 && (
        <ol className="mt-1.5 ml-1 border-l border-line">
          {foldRuns(visit.events).map((part, index) =>
            Array.isArray(part) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: events never change places within their visit.
              <li key={index} className="pl-5">
                <Disclosure title={`${part.length} more pages`} quiet>
                  <ol className="-ml-5">
                    {part.map((event, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                      <JourneyEventRow key={place} event={event} tz={tz} />
                    ))}
                  </ol>
                </Disclosure>
              </li>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above.
              <JourneyEventRow key={index} event={part} tz={tz} />
            ),
          )}
        </ol>
      )}
    </section>
  )
}

function Timeline({ journey }: { journey: Told }) {
  const { tz } = useAddress()
  const visits = groupVisits(journey)
  const devices = new Map(journey.visitors.map(({ id, device }) => [id, deviceLabel(device)]))
  if (journey.visitors.length === 0 && journey.leads.length === 0)
    return <Nothing words="No journey data found" />
  if (visits.length === 0) return <Nothing words="No journey events found" />
  return (
    <>
      {journey.pageViews.length >= MOST_VIEWS && (
        <p className="mb-4 text-xs text-ink-3">The newest {MOST_VIEWS} page views are shown.</p>
      )}
      <ViewsKeptFrom at={journey.viewsKeptFrom} className="mb-4" />
      {visits.map((visit) => (
        <Visit
          key={`${visit.at} ${visit.visitorId}`}
          visit={visit}
          device={devices.get(visit.visitorId ?? '') ?? ''}
          tz={tz}
        />
      ))}
    </>
  )
}

/** What a person did from the first visit on, in order. */
export default function Journey({ personId }: { personId: string | null }) {
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/customer-journey/:personId', { personId: personId ?? '' }),
    enabled: personId !== null,
  })
  if (personId === null) return <Nothing words="No PersonID available for journey tracking" />
  if (data)
    return (
      <>
        <BookedCalls
          calls={data.bookedCalls}
          name={data.leads[0]?.name || data.leads[0]?.email || 'this person'}
        />
        <CrmOpportunities opportunities={data.opportunities} />
        <AdCreditSection personId={personId} />
        <Timeline journey={data} />
      </>
    )
  if (error) return <FailedList what="The journey" error={error} retry={() => void refetch()} />
  return <ListSkeleton rows={5} />
}
