import type { RangeQuery } from '#contract/range.ts'
import type { Summary } from '#contract/summary.ts'
import { countLeftOut } from '#server/counting/backlog.ts'
import { readRecounting } from '#server/counting/recount-queue.ts'
import { resolveRange } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'
import { countActive, countEverybody, countViews } from './count-distinct.ts'

/** The numbers of the four cards; `docs/who-is-counted.md` says what they mean. Its cost grows with the days in the range only. */
export async function summarize(
  database: Database,
  query: RangeQuery,
  now: Date,
): Promise<Omit<Summary, 'countingTimezone'>> {
  const range = resolveRange(query, now)
  const today = resolveRange({ ...query, range: 'today' }, now)
  const [{ visitors, pageViews, converted, leads }, pageViewsToday, activeNow, uncounted, recounting] =
    await Promise.all([
      countEverybody(database, range),
      countViews(database, today.start, today.end),
      countActive(database, now),
      countLeftOut(database),
      readRecounting(database),
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
    from: range.firstDay,
    to: range.lastDay,
  }
}

/** Part of the whole in percent, to one decimal; 0 where there is no whole. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
