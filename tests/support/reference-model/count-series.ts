import { type Counted, different, visitorsOf } from './happened.ts'
import { BEGINNING, daysBetween, daysLater, daysOf, localDay, type Query, startOfDay } from './local-days.ts'
import { withinDays } from './within-days.ts'

const HOUR = 3_600_000

/**
 * Views, different visitors and different leads of each hour (ranges of up to two days) or day without gaps, until now.
 * What has no beginning begins with its first event.
 */
export function countSeries(counted: Counted, query: Query, now: Date) {
  const { tz } = query
  const [first, last] = daysOf(query, now)
  const { views, captures } = withinDays(counted, tz, [first, last])
  const step = daysBetween(first, last) <= 1 ? 'hour' : 'day'
  const placeOf = ({ at }: { at: Date }) => (step === 'hour' ? hourOf(at) : localDay(tz, at))
  const [seen, left] = [grouped(views, placeOf), grouped(captures, placeOf)]
  const places =
    step === 'hour'
      ? hours(tz, first, last, now)
      : days(first, last, localDay(tz, now), [...seen.keys(), ...left.keys()])
  return {
    step,
    series: places.map((at) => {
      const [own, submitted] = [seen.get(at) ?? [], left.get(at) ?? []]
      return {
        at,
        views: own.length,
        visitors: visitorsOf({ views: own, captures: submitted }),
        leads: different(submitted.map(({ lead }) => lead)),
      }
    }),
  }
}

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR) * HOUR).toISOString()

function grouped<Event>(events: Event[], placeOf: (event: Event) => string): Map<string, Event[]> {
  const groups = new Map<string, Event[]>()
  for (const event of events) {
    const place = placeOf(event)
    const group = groups.get(place)
    if (group) group.push(event)
    else groups.set(place, [event])
  }
  return groups
}

function hours(tz: Query['tz'], first: string, last: string, now: Date): string[] {
  const end = Math.min(startOfDay(tz, daysLater(last, 1)).getTime(), now.getTime())
  const found: string[] = []
  for (let at = startOfDay(tz, first).getTime(); at < end; at += HOUR) found.push(new Date(at).toISOString())
  return found
}

function days(first: string, last: string, today: string, happened: string[]): string[] {
  const begin = first === BEGINNING ? happened.sort()[0] : first
  const end = last < today ? last : today
  const found: string[] = []
  for (let day = begin; day !== undefined && day <= end; day = daysLater(day, 1)) found.push(day)
  return found
}
