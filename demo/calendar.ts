import { Temporal } from 'temporal-polyfill'
import { dayIn } from '#server/counting/local-days.ts'
import { startOfLocalDay } from '#server/counting/resolve-range.ts'
import type { Random } from './random.ts'

/** A day of the demo's month. `age` counts back from today, which is 0; weekdays from Monday, 1, to Sunday, 7. */
export type DemoDay = { day: string; start: Date; age: number; weekday: number }

const ZONE = 'America/Los_Angeles'
const HOUR_MS = 3_600_000
// Long enough that "Last month" shows something on the 31st, too.
const DAYS = 35

/** How long ago the meme went viral, in days. */
export const VIRAL_AGE = 11

/** The days of the month that ends today, oldest first, as days of the dashboard's usual timezone. */
export function daysUntil(now: Date): DemoDay[] {
  const today = Temporal.PlainDate.from(dayIn(ZONE, now))
  return Array.from({ length: DAYS }, (_, index) => {
    const age = DAYS - 1 - index
    const date = today.subtract({ days: age })
    const day = date.toString()
    return { day, start: startOfLocalDay(ZONE, day), age, weekday: date.dayOfWeek }
  })
}

// Views per hour of the Pacific day: a quiet night, a slow morning, the evening of two coasts.
const RHYTHM = [
  20, 13, 8, 6, 5, 6, 10, 16, 22, 28, 32, 35, 38, 38, 36, 37, 42, 52, 66, 78, 84, 74, 56, 36,
] as const
const VIRAL_RHYTHM = [
  6, 4, 3, 3, 3, 4, 6, 9, 12, 14, 16, 18, 22, 26, 34, 48, 66, 92, 120, 140, 132, 110, 82, 60,
] as const

/** How many new visitors come on a day: weekends dip, the month grows a little, chance does the rest. */
export function arrivalsOn(random: Random, day: DemoDay): number {
  const weekend = day.weekday === 7 ? 0.72 : day.weekday === 6 ? 0.66 : 1
  const growth = 1 + (DAYS - day.age) / 140
  return Math.round(136 * weekend * growth * (0.86 + random.next() * 0.28))
}

/** How many more the viral meme brings on a day: a wave that is over after four days. */
export function viralArrivalsOn(day: DemoDay): number {
  return [960, 310, 120, 45][VIRAL_AGE - day.age] ?? 0
}

/** A moment on a day, evenings likelier than nights. */
export function momentOn(random: Random, day: DemoDay, isViral = false): Date {
  const rhythm = isViral && day.age === VIRAL_AGE ? VIRAL_RHYTHM : RHYTHM
  const hour = random.weighted(rhythm.map((weight, index) => [index, weight] as const))
  return new Date(day.start.getTime() + Math.floor((hour + random.next()) * HOUR_MS))
}

/** How many visitors come in the hour that a moment lies in, those who come back included. */
export function visitorsPerHour(random: Random, at: Date): number {
  const today = daysUntil(at).at(-1)
  if (!today) return 0
  const whole = RHYTHM.reduce((sum, weight) => sum + weight, 0)
  const share = (RHYTHM[clockAt(at).hour] ?? 0) / whole
  return arrivalsOn(random, today) * WITH_RETURNS * share
}

// Of five visits of the month, two are by people who were there before.
const WITH_RETURNS = 5 / 3

/** The first moment from `at` on that lies within hours of the coach's day, both in whole hours; a later one begins it. */
export function withinHours(at: Date, from: number, until: number): Date {
  const local = clockAt(at)
  if (local.hour >= from && local.hour < until) return at
  const day = local.toPlainDate().add({ days: local.hour < from ? 0 : 1 })
  const plainTime = { hour: from }
  return new Date(day.toZonedDateTime({ timeZone: ZONE, plainTime }).epochMilliseconds)
}

const clockAt = (at: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE)
