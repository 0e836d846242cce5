import { Temporal } from 'temporal-polyfill'
import { type RangeQuery, rangeAsked, type Timezone } from '#contract/range.ts'
import { dayIn } from './local-days.ts'

/** A range as whole local days (both included) and as instants: `start` included, `end` excluded. */
export type Range = { tz: Timezone; firstDay: string; lastDay: string; start: Date; end: Date }

/** A range that is asked for; of a timezone that has no numbers before a day, that day. */
export type AskedRange = RangeQuery & { numbersFrom?: string }

/** The first day that "Maximum" reaches back to: before the product existed. */
const BEGINNING = '2000-01-01'
/** The last day that a range reaches to: as many days before a later one would lie before our calendar. */
const END = '2999-12-31'

/**
 * Reads a range as whole days in its timezone, weeks from Sunday, daylight saving respected
 * (docs/spec.md, 'Date ranges'). It begins where its timezone has numbers: one that lies before is empty.
 */
export function resolveRange(query: AskedRange, now: Date): Range {
  const today = Temporal.PlainDate.from(dayIn(query.tz, now))
  // A year that is still being typed lies before everything; the beginning stands for it, and for one without end the end.
  const [asked = '', lastDay = ''] = daysOf(query, today)
    .map((day) => (day < BEGINNING ? BEGINNING : day > END ? END : day))
    .sort()
  const firstDay = query.numbersFrom && query.numbersFrom > asked ? query.numbersFrom : asked
  return {
    tz: query.tz,
    firstDay,
    lastDay,
    start: startOfLocalDay(query.tz, firstDay),
    end: startOfLocalDay(query.tz, addDays(lastDay, 1)),
  }
}

/** The instant at which a local day begins. */
export function startOfLocalDay(tz: Timezone, day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(tz).epochMilliseconds)
}

/** The day so many days after another, or before it. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** How many days lie between two, less than zero where the first comes later. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days
}

function daysOf(query: RangeQuery, date: Temporal.PlainDate): [string, string] {
  const today = date.toString()
  const back = (days: number) => addDays(today, -days)
  // Weeks begin on Sunday, the seventh day of the one before as ISO has it.
  const week = back(date.dayOfWeek % 7)
  const month = date.with({ day: 1 })
  switch (rangeAsked(query)) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [back(1), back(1)]
    case 'last-7-days':
      return [back(6), today]
    case 'last-14-days':
      return [back(13), today]
    case 'last-28-days':
      return [back(27), today]
    case 'last-30-days':
      return [back(29), today]
    case 'this-week':
      return [week, today]
    case 'last-week':
      return [addDays(week, -7), addDays(week, -1)]
    case 'this-month':
      return [month.toString(), today]
    case 'last-month':
      return [month.subtract({ months: 1 }).toString(), month.subtract({ days: 1 }).toString()]
    case 'all':
      return [BEGINNING, today]
    case 'custom':
      // Only a start runs to today; neither is the last seven days.
      if (!query.from && !query.to) return [back(6), today]
      return [query.from ?? BEGINNING, query.to ?? today]
  }
}
