import { TZDate } from '@date-fns/tz'
import { addDays, format, startOfMonth, startOfWeek, subMonths } from 'date-fns'
import { type RangeQuery, rangeAsked, type Timezone } from '#contract/range.ts'

/** A range as whole local days (both included) and as instants: `start` included, `end` excluded. */
export type Range = { tz: Timezone; firstDay: string; lastDay: string; start: Date; end: Date }

/** A range that is asked for; of a timezone that has no numbers before a day, that day. */
export type AskedRange = RangeQuery & { numbersFrom?: string }

/** The first day that "Maximum" reaches back to: before the product existed. */
const BEGINNING = '2000-01-01'

/**
 * Reads a range as whole days in its timezone, weeks from Sunday, daylight saving respected
 * (docs/spec.md, 'Date ranges'). It begins where its timezone has numbers: one that lies before is empty.
 */
export function resolveRange(query: AskedRange, now: Date): Range {
  const today = startOfToday(query.tz, now)
  // A year that is still being typed lies before everything; the beginning stands for it.
  const [asked = '', lastDay = ''] = daysOf(query, today)
    .map((day) => (day < BEGINNING ? BEGINNING : day))
    .sort()
  const firstDay = query.numbersFrom && query.numbersFrom > asked ? query.numbersFrom : asked
  return {
    tz: query.tz,
    firstDay,
    lastDay,
    start: startOfLocalDay(query.tz, firstDay),
    end: startOfLocalDay(query.tz, text(addDays(localDay(query.tz, lastDay), 1))),
  }
}

/** The instant at which a local day begins. */
export function startOfLocalDay(tz: Timezone, day: string): Date {
  return new Date(localDay(tz, day).getTime())
}

function daysOf(query: RangeQuery, today: TZDate): [string, string] {
  const back = (days: number) => text(addDays(today, -days))
  const week = startOfWeek(today, { weekStartsOn: 0 })
  const month = startOfMonth(today)
  switch (rangeAsked(query)) {
    case 'today':
      return [text(today), text(today)]
    case 'yesterday':
      return [back(1), back(1)]
    case 'last-7-days':
      return [back(6), text(today)]
    case 'last-14-days':
      return [back(13), text(today)]
    case 'last-28-days':
      return [back(27), text(today)]
    case 'last-30-days':
      return [back(29), text(today)]
    case 'this-week':
      return [text(week), text(today)]
    case 'last-week':
      return [text(addDays(week, -7)), text(addDays(week, -1))]
    case 'this-month':
      return [text(month), text(today)]
    case 'last-month':
      return [text(subMonths(month, 1)), text(addDays(month, -1))]
    case 'all':
      return [BEGINNING, text(today)]
    case 'custom':
      // Only a start runs to today; neither is the last seven days.
      if (!query.from && !query.to) return [back(6), text(today)]
      return [query.from ?? BEGINNING, query.to ?? text(today)]
  }
}

const text = (day: Date) => format(day, 'yyyy-MM-dd')

function localDay(tz: Timezone, day: string): TZDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, date, tz)
}

function startOfToday(tz: Timezone, now: Date): TZDate {
  const local = new TZDate(now.getTime(), tz)
  return new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), tz)
}
