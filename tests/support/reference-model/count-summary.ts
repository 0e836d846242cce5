import { activityOf, type Counted, different, percent, visitorsOf } from './happened.ts'
import { daysOf, localDay, type Query } from './local-days.ts'
import { withinDays } from './within-days.ts'

const HALF_AN_HOUR = 1_800_000

/** The four cards of a range (docs/spec.md, 'Numbers'). */
export function countSummary(counted: Counted, query: Query, now: Date) {
  const { tz } = query
  const today = localDay(tz, now)
  const [from, to] = daysOf(query, now)
  const { views, captures } = withinDays(counted, tz, [from, to])
  const visitors = visitorsOf({ views, captures })
  const leads = different(captures.map(({ lead }) => lead))
  return {
    visitors,
    pageViews: views.length,
    pageViewsToday: withinDays(counted, tz, [today, today]).views.length,
    leads,
    conversionRate: percent(different(captures.map(({ browser }) => browser)), visitors),
    // Readers count what waits; only a rush leaves something out.
    uncounted: 0,
    // What few did is hidden before the owner is answered.
    recounting: null,
    countingTimezone: null,
    numbersFrom: null,
    keptFrom: null,
    activeNow: different(
      activityOf(counted)
        .filter(({ at }) => at.getTime() >= now.getTime() - HALF_AN_HOUR)
        .map(({ browser }) => browser),
    ),
    from,
    to,
  }
}
