import { type Counted, different, visitorsOf } from './happened.ts'
import { BEGINNING, daysBetween, daysLater, daysOf, localDay, type Query, startOfDay } from './local-days.ts'

/**
 * The period before: as many days, right before the range. A range that is not over is compared with its part up to
 * the same moment of its last day.
 */
export function countBefore({ views, captures }: Counted, query: Query, now: Date) {
  const { tz } = query
  const [first, last] = daysOf(query, now)
  if (first === BEGINNING) return { previous: null, isPreviousWhole: false }
  const firstBefore = daysLater(first, -daysBetween(first, last) - 1)
  const end = startOfDay(tz, daysLater(last, 1))
  const rangeStart = startOfDay(tz, first).getTime()
  const sinceMidnight = Math.max(0, now.getTime() - startOfDay(tz, last).getTime())
  const until =
    end <= now
      ? rangeStart
      : Math.min(rangeStart, startOfDay(tz, daysLater(first, -1)).getTime() + sinceMidnight)
  const isIn = ({ at }: { at: Date }) => localDay(tz, at) >= firstBefore && at.getTime() < until
  const [seen, captured] = [views.filter(isIn), captures.filter(isIn)]
  return {
    previous: {
      visitors: visitorsOf({ views: seen, captures: captured }),
      pageViews: seen.length,
      leads: different(captured.map(({ lead }) => lead)),
    },
    isPreviousWhole: [...views, ...captures].some(({ at }) => localDay(tz, at) <= firstBefore),
  }
}
