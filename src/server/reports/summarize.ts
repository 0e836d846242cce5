import type { Summary } from '#contract/summary.ts'
import { countLeftOut } from '#server/counting/backlog.ts'
import { readRecounting } from '#server/counting/recount-queue.ts'
import { type AskedRange, resolveRange } from '#server/counting/resolve-range.ts'
import { readKeptFrom } from '#server/counting/sealed.ts'
import type { Database } from '#server/platform/database.ts'
import { countActive, countEverybody, countViews } from './count-distinct.ts'

/** The numbers of the four cards; `docs/who-is-counted.md` says what they mean. Its cost grows with the days in the range only. */
export async function summarize(
  database: Database,
  query: AskedRange,
  now: Date,
): Promise<Omit<Summary, 'countingTimezone'>> {
  const range = resolveRange(query, now)
  const today = resolveRange({ ...query, range: 'today' }, now)
  const { numbersFrom, ...asked } = query
  const { firstDay } = resolveRange(asked, now)
  const [
    { visitors, pageViews, converted, leads },
    pageViewsToday,
    activeNow,
    uncounted,
    recounting,
    keptFrom,
  ] = await Promise.all([
    countEverybody(database, range),
    countViews(database, today.start, today.end),
    countActive(database, now),
    countLeftOut(database),
    readRecounting(database),
    readKeptFrom(database, range.tz),
  ])
  return {
    visitors,
    pageViews,
    pageViewsToday,
    leads,
    conversionRate: percentOf(converted, visitors),
    activeNow,
    uncounted,
    recounting,
    numbersFrom: numbersFrom ?? null,
    keptFrom: keptFrom !== null && firstDay < keptFrom ? keptFrom : null,
    from: range.firstDay,
    to: range.lastDay,
  }
}

/** Part of the whole in percent, to one decimal; 0 where there is no whole. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
