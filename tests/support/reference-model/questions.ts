import { type RangeName, rangeLabels, timezones } from '#contract/range.ts'
import { pick, type Random } from '#support/seeded-random.ts'
import type { Filter } from './happened.ts'
import { daysLater, localDay, type Query } from './local-days.ts'
import { ads, campaigns, paths, sources } from './random-traffic.ts'

const ranges = Object.keys(rangeLabels) as RangeName[] // keys of a literal object are its names
// The very days on which clocks change.
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']

/** Every range in every timezone, and ranges of one's own: a single day, two days, open ones, turned round, to come. */
export const allQueries = (now: Date): Query[] =>
  timezones.flatMap((tz): Query[] => {
    const today = localDay(tz, now)
    const custom = (from?: string, to?: string): Query => ({
      ...{ range: 'custom', tz },
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    })
    return [
      ...ranges.map((range) => ({ range, tz })),
      ...changes.map((day) => custom(day, day)),
      custom(daysLater(today, -1), today),
      custom(daysLater(today, -200), daysLater(today, -3)),
      custom('2026-03-08'),
      custom(undefined, '2026-03-29'),
      custom(today, daysLater(today, -12)),
      custom(daysLater(today, -2), daysLater(today, 2)),
    ]
  })

/** How many turns it takes until every question was asked. */
export const TURNS = 12

/** A twelfth of all questions, another one each turn: range and timezone are both different from question to question. */
export const queriesOfTurn = (now: Date, turn: number): Query[] =>
  allQueries(now).filter((_, index) => (index + turn) % TURNS === 0)

/** What an overview is narrowed to. */
export const someNarrowing = (random: Random): Filter =>
  pick(random, [
    () => ({ campaign: pick(random, campaigns) }),
    () => ({ ad: pick(random, ads) }),
    () => ({ page: pick(random, paths) }),
  ])()

/** What a list is narrowed to: by one thing, or by several at once. */
export const someFilter = (random: Random): Filter => ({
  ...(random() < 0.4 ? { campaign: pick(random, campaigns) } : {}),
  ...(random() < 0.3 ? { ad: pick(random, ads) } : {}),
  ...(random() < 0.4 ? { page: pick(random, paths) } : {}),
  ...(random() < 0.4 ? { source: pick(random, sources) } : {}),
})
