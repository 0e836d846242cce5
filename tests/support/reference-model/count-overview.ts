import { countBefore } from './count-before.ts'
import { countSeries } from './count-series.ts'
import { countValues, sourceName } from './count-values.ts'
import { type Counted, type Filter, isOf, visitorsOf } from './happened.ts'
import { daysOf, type Query } from './local-days.ts'
import { withinDays } from './within-days.ts'

/** The funnel's steps after the visit and the lead. */
export const steps = ['saw-pitch', 'applied', 'booked'] as const

/** The overview of a range, narrowed to a campaign, an ad or a page; top lists as the counts of all their values. */
export function countOverview(counted: Counted, query: Query, filter: Filter, now: Date) {
  const isWanted = isOf(filter)
  const narrowed = {
    ...counted,
    views: counted.views.filter(isWanted),
    captures: counted.captures.filter(isWanted),
  }
  const { views, captures } = withinDays(narrowed, query.tz, daysOf(query, now))
  const leads = [...new Set(captures.map(({ lead }) => lead))]
  return {
    ...countBefore(counted, query, now),
    ...countSeries(narrowed, query, now),
    pages: countValues(views, ({ path }) => path),
    sources: countValues(views, sourceName),
    funnel: [
      { step: 'visit', people: visitorsOf({ views, captures }) },
      { step: 'lead', people: leads.length },
      ...steps.map((step) => ({ step, people: leads.filter((lead) => lead.steps.has(step)).length })),
    ],
    recent: countRecent(counted, now),
  }
}

/** Views in each two minutes of the last half hour, oldest first. */
function countRecent({ views }: Counted, now: Date): number[] {
  const spans = Array.from({ length: 15 }, () => 0)
  for (const { at } of views) {
    const span = 14 - Math.floor((now.getTime() - at.getTime() - 1) / 120_000)
    if (spans[span] !== undefined) spans[span] += 1
  }
  return spans
}
