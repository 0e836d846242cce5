import type { RangeName, Timezone } from '#contract/range.ts'

/** What a read of the dashboard asks for. */
export type Query = { range: RangeName; tz: Timezone; from?: string; to?: string }

const HOUR = 3_600_000
const formats = new Map<Timezone, Intl.DateTimeFormat>()
const known = new Map<Timezone, Map<number, string>>()

/** The day of an instant on a wall calendar in a timezone. */
export function localDay(tz: Timezone, at: Date): string {
  const hour = Math.floor(at.getTime() / HOUR)
  const ofZone = known.get(tz) ?? new Map<number, string>()
  known.set(tz, ofZone)
  const day = ofZone.get(hour) ?? readDay(tz, at)
  ofZone.set(hour, day)
  return day
}

function readDay(tz: Timezone, at: Date): string {
  const format = formats.get(tz) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short' })
  formats.set(tz, format)
  return format.format(at)
}

/** The instant at which the calendar on the wall turns to a day. */
export function startOfDay(tz: Timezone, day: string): Date {
  // No place is more than a day away from UTC.
  let start = Date.parse(day) - 24 * HOUR
  while (localDay(tz, new Date(start)) < day) start += HOUR
  return new Date(start)
}

/** A calendar day some days later; a day without a clock has no daylight saving. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * HOUR).toISOString().slice(0, 10)

/** How many days lie from a day to another, that one not included. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (24 * HOUR)

/** The first day of 'Maximum' and of a range without a beginning. */
export const BEGINNING = '2000-01-01'

/** First and last day of a query, by the calendar on the wall. */
export function daysOf(query: Query, now: Date): [string, string] {
  const today = localDay(query.tz, now)
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = daysLater(monthStart, -1)
  const week = daysLater(today, -new Date(today).getUTCDay())
  const days: Record<Exclude<RangeName, 'custom'>, [string, string]> = {
    today: [today, today],
    yesterday: [daysLater(today, -1), daysLater(today, -1)],
    'last-7-days': [daysLater(today, -6), today],
    'last-14-days': [daysLater(today, -13), today],
    'last-28-days': [daysLater(today, -27), today],
    'last-30-days': [daysLater(today, -29), today],
    'this-week': [week, today],
    'last-week': [daysLater(week, -7), daysLater(week, -1)],
    'this-month': [monthStart, today],
    'last-month': [`${lastMonthEnd.slice(0, 7)}-01`, lastMonthEnd],
    all: [BEGINNING, today],
  }
  const { range, from, to } = query
  if (range !== 'custom') return days[range]
  if (!from && !to) return days['last-7-days']
  const [first = '', last = ''] = [from ?? BEGINNING, to ?? today].sort()
  return [first, last]
}
