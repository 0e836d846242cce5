import type { Journey } from '#contract/journey.ts'
import { sourceName } from '#contract/source-name.ts'
import { type JourneyEvent, journeyEvents, viewEvent } from './journey-event-list.ts'

/** Events that belong together: one visit with one browser, or what came without a visit. */
export type JourneyVisit = {
  at: string
  /** The visitor of the visit; null for what came without one. */
  visitorId: string | null
  isFirst: boolean
  views: number
  source: string | null
  /** The ad that the visit came from. */
  ad: string | null
  events: JourneyEvent[]
}

// Half an hour without a view ends a visit (docs/spec.md, 'Visitors and people').
const GAP = 30 * 60_000
const order = [
  'view',
  'capture',
  'milestone',
  'application',
  'booking',
  'callRequest',
  'call',
  'payment',
  'tag',
]

const time = (iso: string): number => Date.parse(iso)
const byTime = (a: JourneyEvent, b: JourneyEvent): number =>
  time(a.at) - time(b.at) || order.indexOf(a.kind) - order.indexOf(b.kind)

type Visit = JourneyVisit & { end: number }

function visitsOf(views: ShownView[]): Visit[] {
  const visits: Visit[] = []
  const newest = new Map<string, Visit>()
  for (const { visitorId, source, ad, event } of views) {
    const { at } = event
    let visit = newest.get(visitorId)
    if (!visit || time(at) - visit.end > GAP) {
      visit = { at, visitorId, isFirst: false, views: 0, source, ad, events: [], end: time(at) }
      newest.set(visitorId, visit)
      visits.push(visit)
    }
    visit.events.push(event)
    visit.views += 1
    visit.end = time(at)
  }
  return visits
}

type ShownView = ReturnType<typeof viewEvent> & {
  visitorId: string
  source: string | null
  ad: string | null
}

const viewsOf = ({ pageViews }: Journey): ShownView[] =>
  pageViews
    .map((view) => ({
      ...viewEvent(view),
      visitorId: view.visitorId,
      source: sourceName(view),
      ad: view.utmAd,
    }))
    .sort((one, other) => time(one.event.at) - time(other.event.at))

/** Of what was watched in a visit the furthest second is shown, and every one that earned a tag. */
const withoutSteps = (events: JourneyEvent[]): JourneyEvent[] =>
  events.filter(
    (event, index) =>
      !isWatching(event) || event.tags.length > 0 || !events.slice(index + 1).some(isWatching),
  )

const isWatching = (event: JourneyEvent): boolean =>
  event.kind === 'milestone' && event.reached === 'video_progress'

/**
 * A person's journey from its beginning, grouped by visit: views of one browser with less than half an hour
 * between them, with what was reached meanwhile. The first visit is there even where its views are not.
 */
export function groupVisits(journey: Journey): JourneyVisit[] {
  const views = viewsOf(journey)
  const others = journeyEvents(journey, views)
  const visits = visitsOf(views)
  const alone: Visit[] = []
  for (const event of others.sort(byTime)) {
    const at = time(event.at)
    const holds = (visit: Visit) => at >= time(visit.at) - 1000 && at <= visit.end + GAP
    const home = visits.findLast(holds) ?? alone.findLast(holds)
    if (home) {
      home.events.push(event)
      if (home.visitorId === null) home.end = at
    } else
      alone.push({
        at: event.at,
        visitorId: null,
        isFirst: false,
        views: 0,
        source: null,
        ad: null,
        events: [event],
        end: at,
      })
  }
  const first = firstSeen(journey)
  const all = [...visits, ...alone].sort((a, b) => time(a.at) - time(b.at))
  const earliest = all.find(({ visitorId }) => visitorId !== null)
  if (first && earliest && time(earliest.at) - time(first.at) <= GAP) earliest.isFirst = true
  else if (first)
    all.unshift({
      ...first,
      isFirst: true,
      views: 0,
      source: null,
      ad: null,
      events: [],
      end: time(first.at),
    })
  return all.map(({ end: _end, ...visit }) => ({ ...visit, events: withoutSteps(visit.events.sort(byTime)) }))
}

function firstSeen({ visitors }: Journey): { at: string; visitorId: string } | null {
  const [first] = [...visitors].sort((a, b) => time(a.firstSeen) - time(b.firstSeen))
  return first ? { at: first.firstSeen, visitorId: first.id } : null
}

/** Events with each long run of views folded: its first three and its last stay, the rest is one 'fold'. */
export function foldRuns(events: JourneyEvent[]): (JourneyEvent | JourneyEvent[])[] {
  const folded: (JourneyEvent | JourneyEvent[])[] = []
  for (let index = 0; index < events.length; ) {
    const rest = events.slice(index)
    const end = rest.findIndex(({ kind, tags }) => kind !== 'view' || tags.length > 0)
    const run = end === -1 ? rest : rest.slice(0, end)
    if (run.length <= 6) folded.push(...rest.slice(0, Math.max(1, run.length)))
    else folded.push(...run.slice(0, 3), run.slice(3, -1), ...run.slice(-1))
    index += Math.max(1, run.length)
  }
  return folded
}
