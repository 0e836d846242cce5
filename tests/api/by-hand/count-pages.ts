import { countValues, referrerName, sourceName } from './count-values.ts'
import { type Counted, different, isOf, percent } from './happened.ts'

/** Every page's numbers, from what counts in a range. */
export function countPages({ views, captures }: Counted) {
  return [...new Set([...views, ...captures].map(({ path }) => path))].map((path) => {
    const isHere = isOf({ page: path })
    const [own, left] = [views.filter(isHere), captures.filter(isHere)]
    const visitors = different(own.map(({ browser }) => browser))
    return {
      path,
      views: own.length,
      visitors,
      conversions: left.length,
      conversionRate: percent(left.length, visitors),
      share: percent(own.length, views.length),
    }
  })
}

/** What a page's dialog shows, from what counts on the page in a range. */
export function countPage({ views, captures }: Counted) {
  const visitors = different(views.map(({ browser }) => browser))
  return {
    totalViews: views.length,
    uniqueVisitors: visitors,
    conversions: captures.length,
    conversionRate: percent(captures.length, visitors),
    utmData: Object.fromEntries(countValues(views, sourceName)),
    referrerData: Object.fromEntries(countValues(views, referrerName)),
  }
}
