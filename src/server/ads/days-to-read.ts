import type { Days } from './reading-store.ts'

const A_DAY = 86_400_000
const MONTHS_KEPT = 37

/** The day that many days after another one; before it where there are fewer than none. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * A_DAY).toISOString().slice(0, 10)

/** The later of two days. */
export const later = (one: string, other: string): string => (one > other ? one : other)

/** The earlier of two days. */
export const earlier = (one: string, other: string): string => (one < other ? one : other)

/** The day it is in a timezone; in UTC where that is none. */
export function dayIn(timezone: string, at: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

/** The first day of which Meta still tells, one later than 37 months ago, as its today may be another one than the account's. */
export function firstReported(today: string): string {
  const day = new Date(Date.parse(today))
  day.setUTCMonth(day.getUTCMonth() - MONTHS_KEPT)
  return dayAfter(day.toISOString().slice(0, 10), 1)
}

/** The same days with the first stretch in two halves; undefined where that is one day. */
export function inHalves(todo: Days[]): Days[] | undefined {
  const [first, ...rest] = todo
  if (!first || first.from === first.to) return undefined
  const days = Math.round((Date.parse(first.to) - Date.parse(first.from)) / A_DAY) + 1
  const middle = dayAfter(first.from, Math.floor(days / 2) - 1)
  return [{ from: first.from, to: middle }, { from: dayAfter(middle, 1), to: first.to }, ...rest]
}
