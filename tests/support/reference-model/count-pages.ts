import { countValues, referrerName, sourceName } from './count-values.ts'
import { type Counted, different, isOf, percent, visitorsOf } from './happened.ts'

/** Every page's numbers, from what counts in a range. */
export function countPages({ views, captures }: Counted) {
  return [...new Set([...views, ...captures].map(({ path }) => path))].map((path) => {
    const isHere = isOf({ page: path })
    const [own, left] = [views.filter(isHere), captures.filter(isHere)]
    const visitors = visitorsOf({ views: own, captures: left })
    return {
      path,
      views: own.length,
      visitors,
      conversions: different(left.map(({ lead }) => lead)),
      conversionRate: percent(different(left.map(({ browser }) => browser)), visitors),
      share: percent(own.length, views.length),
    }
  })
}

/** What a page's dialog shows, from what counts on the page in a range. */
export function countPage({ views, captures }: Counted) {
  const visitors = visitorsOf({ views, captures })
  return {
    totalViews: views.length,
    uniqueVisitors: visitors,
    conversions: different(captures.map(({ lead }) => lead)),
    conversionRate: percent(different(captures.map(({ browser }) => browser)), visitors),
    utmData: Object.fromEntries(countValues(views, sourceName)),
    referrerData: Object.fromEntries(countValues(views, referrerName)),
    // Nobody comes from the address of the product under test.
    ownReferrals: 0,
  }
}
