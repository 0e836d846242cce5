import type { Journey } from '#contract/journey.ts'
import { sourceName } from '#contract/source-name.ts'

/** A tag as it stands under what earned it. */
export type JourneyTag = Pick<Journey['tags'][number], 'tagName' | 'rule' | 'state'>

type Milestone = Journey['milestones'][number]

type Happened =
  | { kind: 'view'; at: string; page: string; title: string | null; referrer: string | null }
  | {
      kind: 'capture'
      at: string
      page: string
      source: string | null
      campaign: string | null
      ad: string | null
    }
  | ({ kind: 'milestone'; reached: Milestone['kind'] } & Omit<Milestone, 'id' | 'leadId' | 'kind'>)
  | ({ kind: 'application'; page: string | null } & Omit<Journey['applications'][number], 'id' | 'leadId'>)
  | ({ kind: 'begunApplication' } & Omit<Journey['begunApplications'][number], 'id'>)
  | ({ kind: 'booking' } & Omit<Journey['bookings'][number], 'id' | 'leadId'>)
  | ({ kind: 'call' } & Omit<Journey['calls'][number], 'id' | 'leadId'>)
  | ({ kind: 'callRequest' } & Omit<Journey['callRequests'][number], 'id' | 'leadId'>)
  | ({ kind: 'payment' } & Omit<Journey['payments'][number], 'id' | 'leadId'>)
  | { kind: 'tag'; at: string; tagName: string; rule: string | null; state: JourneyTag['state'] }

/** One thing that happened, as the timeline shows it, with the tags that it earned. */
export type JourneyEvent = Happened & { tags: JourneyTag[] }

/** An event with the ids under which tags may name it as their cause. */
type Named = { event: JourneyEvent; ids: string[] }

// What browser and vendor say within a day of each other is one application, or one booking.
const ONE = 24 * 3_600_000

const time = (iso: string): number => Date.parse(iso)
const named = (id: string, event: Happened): Named => ({ event: { ...event, tags: [] }, ids: [id] })

/** The events of a journey but for its views, in no order: each thing once, with the tags under what earned them. */
export function journeyEvents(journey: Journey, views: Named[]): JourneyEvent[] {
  const told = [...vendorEvents(journey), ...claims(journey)]
  const events = [
    ...journey.captures.map((capture) => {
      const { id, at, page, utmCampaign: campaign, utmAd: ad } = capture
      return named(id, { kind: 'capture', at, page, source: sourceName(capture), campaign, ad })
    }),
    ...journey.begunApplications.map(({ id, ...rest }) => named(id, { kind: 'begunApplication', ...rest })),
    ...oncePerThing(told, journey.milestones),
  ]
  return [...events.map(({ event }) => event), ...hangTags(journey.tags, [...events, ...views])]
}

/** A view as an event that tags may hang on. */
export const viewEvent = (view: Journey['pageViews'][number]): Named =>
  named(view.id, {
    kind: 'view',
    at: view.timestamp,
    page: view.page,
    title: view.metadata.title,
    referrer: view.referrer,
  })

const vendorEvents = (journey: Journey): Named[] => [
  ...journey.applications.map(({ id, ...rest }) => named(id, { kind: 'application', page: null, ...rest })),
  ...journey.bookings.map(({ id, ...rest }) => named(id, { kind: 'booking', ...rest })),
  ...journey.callRequests.map(({ id, ...rest }) => named(id, { kind: 'callRequest', ...rest })),
  ...journey.calls.map(({ id, ...rest }) => named(id, { kind: 'call', ...rest })),
  ...journey.payments.map(({ id, ...rest }) => named(id, { kind: 'payment', ...rest })),
]

const claims = ({ milestones }: Journey): Named[] =>
  milestones.map(({ id, kind: reached, ...rest }) => named(id, { kind: 'milestone', reached, ...rest }))

/** Leaves out what only says in other words what is there already: the browser's word beside the vendor's, or a second one. */
function oncePerThing(told: Named[], milestones: Milestone[]): Named[] {
  const leadOf = new Map(milestones.map(({ id, leadId }) => [id, leadId]))
  const kept: Named[] = []
  for (const one of told) {
    const { event, ids } = one
    const same = kept
      .filter((other) => isSameThing(other, event) && sharesLead(leadOf, other, ids))
      .sort((a, b) => distance(a.event, event) - distance(b.event, event))[0]
    if (!same) {
      kept.push(one)
      continue
    }
    same.ids.push(...ids)
    if (same.event.kind === 'application' && event.kind === 'milestone') same.event.page ??= event.page
  }
  return kept
}

const distance = (a: JourneyEvent, b: JourneyEvent) => Math.abs(time(a.at) - time(b.at))

// A claim that a vendor confirms was joined to the lead by the vendor's own word; of two claims each has its lead.
function sharesLead(leadOf: Map<string, string>, other: Named, ids: string[]): boolean {
  const [mine, theirs] = [leadOf.get(ids[0] ?? ''), leadOf.get(other.ids[0] ?? '')]
  return !mine || !theirs || mine === theirs
}

function isSameThing({ event: known }: Named, event: JourneyEvent): boolean {
  if (event.kind !== 'milestone' || event.reached === 'video_progress') return false
  if (distance(known, event) > ONE) return false
  if (known.kind === 'milestone') return known.reached === event.reached
  if (event.reached === 'application') return known.kind === 'application'
  return known.kind === 'booking' && (known.step === 'created' || known.step === 'requested')
}

/** Hangs each tag on what earned it, and returns those whose cause is not shown. */
function hangTags(tags: Journey['tags'], events: Named[]): JourneyEvent[] {
  const byId = new Map(events.flatMap((one) => one.ids.map((id) => [id, one.event] as const)))
  return tags.flatMap(({ at, tagName, rule, state, causeId }) => {
    // What an older version tagged bears the time of its cause.
    const cause =
      byId.get(causeId ?? '') ?? events.find(({ event }) => event.kind !== 'view' && event.at === at)?.event
    if (!cause) return [{ kind: 'tag' as const, at, tagName, rule, state, tags: [] }]
    cause.tags.push({ tagName, rule, state })
    return []
  })
}
