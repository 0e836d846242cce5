import type { BookingStatus, Outcome, OutcomeTeller } from '#contract/outcomes.ts'
import type { History } from '#server/external-events/store.ts'

type Ending = Outcome | 'rejected'

/** Somebody's word on what became of a booking. */
type Word = { ending: Ending; by: OutcomeTeller; at: Date }

const statusOf: Record<Ending, BookingStatus> = {
  held: 'held',
  no_show: 'no_show',
  moved: 'rescheduled',
  cancelled: 'cancelled',
  rejected: 'rejected',
}
// Where two speak at the same moment, the one who was there counts.
const weight: Record<OutcomeTeller, number> = { calendar: 0, crm: 1, owner: 2 }

/**
 * How a booking stands after all that is known of it. The calendar, the CRM and the owner each have their latest word on
 * what became of it, and the newest of these counts, so that the order in which the news arrived makes no difference.
 */
export function bookingStatus(history: History): BookingStatus {
  const takenBack = new Set(history.flatMap(({ kind, details }) => (kind === 'undone' ? [details.of] : [])))
  const valid = history.filter(({ key }) => !takenBack.has(key))
  const calendars = valid.filter((step) => tellerOf(step) === 'calendar')
  const moved = latest(calendars.filter(({ kind }) => kind === 'rescheduled'))
  // What was said before the call got its time is about another time.
  const isOfThisTime = ({ at }: Word) => !moved || at >= moved.at
  const words = [
    calendarsWord(calendars),
    ...[latestWord(valid, 'crm'), latestWord(valid, 'owner')].filter((word) => word && isOfThisTime(word)),
  ].filter((word) => word !== undefined)
  const newest = words
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || weight[a.by] - weight[b.by])
    .at(-1)
  if (newest) return statusOf[newest.ending]
  const has = (...kinds: string[]) => history.some(({ kind }) => kinds.includes(kind))
  if (has('created', 'rescheduled', 'paid')) return 'booked'
  return has('requested') ? 'requested' : 'unknown'
}

/** Who told a step of a booking's history. */
export function tellerOf({ details, isVendors, kind }: History[number]): OutcomeTeller {
  if (details.by === 'owner' || details.by === 'crm') return details.by
  return !isVendors && (kind === 'shown' || kind === 'no_show') ? 'owner' : 'calendar'
}

/**
 * What ends a booking in the calendar ends it there for good. Whether somebody was missing may be said and taken back;
 * that is all it then is: no proof that the call took place.
 */
function calendarsWord(steps: History): Word | undefined {
  for (const ending of ['moved', 'cancelled', 'rejected'] as const) {
    const last = latest(steps.filter(({ kind }) => kind === ending))
    if (last) return { ending, by: 'calendar', at: last.at }
  }
  const show = latest(steps.filter(({ kind }) => kind === 'no_show' || kind === 'shown'))
  return show?.kind === 'no_show' ? { ending: 'no_show', by: 'calendar', at: show.at } : undefined
}

const endings: Record<string, Ending> = {
  shown: 'held',
  no_show: 'no_show',
  moved: 'moved',
  cancelled: 'cancelled',
}

function latestWord(steps: History, by: OutcomeTeller): Word | undefined {
  const last = latest(steps.filter((step) => tellerOf(step) === by && endings[step.kind] !== undefined))
  const ending = last && endings[last.kind]
  return last && ending ? { ending, by, at: last.at } : undefined
}

const latest = (steps: History): History[number] | undefined =>
  steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1)
