/** Days to be read, both included. */
export type Days = { from: string; to: string }

const A_DAY = 86_400_000
const MONTHS_KEPT = 37

/** For how many days what was spent on a day still settles. */
export const SETTLES_DAYS = 7

/** How many older days are read at once. */
export const PORTION_DAYS = 30

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

/** What is read in a night: the last days, then by portions those that had not settled when the last night was read. */
export function daysOfNight(today: string, lastNight: string | null): Days[] {
  const from = dayAfter(today, -SETTLES_DAYS)
  const since = later(dayAfter(lastNight ?? today, 1 - SETTLES_DAYS), firstReported(today))
  const days = [{ from, to: today }]
  for (let to = dayAfter(from, -1); to >= since; to = dayAfter(to, -PORTION_DAYS))
    days.push({ from: later(dayAfter(to, 1 - PORTION_DAYS), since), to })
  return days
}

/** The same days with the first stretch in two halves; undefined where that is one day. */
export function inHalves(todo: Days[]): Days[] | undefined {
  const [first, ...rest] = todo
  if (!first || first.from === first.to) return undefined
  const days = Math.round((Date.parse(first.to) - Date.parse(first.from)) / A_DAY) + 1
  const middle = dayAfter(first.from, Math.floor(days / 2) - 1)
  return [{ from: first.from, to: middle }, { from: dayAfter(middle, 1), to: first.to }, ...rest]
}

/** The same stretches without these days. */
export const without = (stretches: Days[], gone: Days): Days[] =>
  stretches.flatMap(({ from, to }) =>
    [
      { from, to: earlier(to, dayAfter(gone.from, -1)) },
      { from: later(from, dayAfter(gone.to, 1)), to },
    ].filter((rest) => rest.from <= rest.to),
  )
