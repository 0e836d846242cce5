import { Temporal } from 'temporal-polyfill'
import type { CalendarRules } from '#contract/calendar-hours.ts'

/** A stretch of time, its end excluded, in milliseconds. */
export type Span = { from: number; to: number }

/** What keeps times from being offered. */
export type Occupied = {
  /** Calls that are booked: when each begins, and the time that is kept for it, its pause included. */
  calls: { start: number; kept: Span }[]
  /** What the coach's own calendar says. */
  busy: Span[]
}

const MINUTE = 60_000
const HOUR = 3_600_000

/**
 * The times at which a call may begin, between two moments, in milliseconds and in order. Hours are the coach's clock's
 * and steps are real minutes, so that days of 23 and of 25 hours come out right; the pause stands between any two
 * calls, and on both sides of what the coach's own calendar says.
 */
export function freeSlots(
  rules: CalendarRules,
  occupied: Occupied,
  { now, from, to }: Span & { now: number },
): number[] {
  const first = Math.max(from, now + rules.noticeHours * HOUR)
  const lastDay = dayOf(now, rules.timezone).add({ days: rules.horizonDays })
  const windows = windowsBetween(rules, first, to, lastDay)
  const open = joined(windows)
  const length = rules.lengthMinutes * MINUTE
  const pause = rules.pauseMinutes * MINUTE
  const full = rules.mostPerDay === 0 ? [] : fullDays(rules, occupied)
  const isFree = (start: number): boolean =>
    open.some((span) => span.from <= start && start + length <= span.to) &&
    !occupied.calls.some(({ kept }) => start < kept.to && kept.from < start + length + pause) &&
    !occupied.busy.some((span) => start - pause < span.to && span.from < start + length + pause) &&
    !full.some((day) => day.from <= start && start < day.to)
  const starts = new Set<number>()
  for (const window of windows)
    for (let start = window.from; start < window.to && start < to; start += rules.everyMinutes * MINUTE)
      if (start >= first && isFree(start)) starts.add(start)
  return [...starts].sort((one, other) => one - other)
}

/** The days of the coach's that have all the calls they may have. */
function fullDays({ timezone, mostPerDay }: CalendarRules, { calls }: Occupied): Span[] {
  const callsOn = new Map<string, number>()
  for (const { start } of calls) {
    const day = dayOf(start, timezone).toString()
    callsOn.set(day, (callsOn.get(day) ?? 0) + 1)
  }
  return [...callsOn].flatMap(([name, number]) => {
    if (number < mostPerDay) return []
    const day = Temporal.PlainDate.from(name)
    return { from: momentAt(day, '00:00', timezone), to: momentAt(day, '24:00', timezone) }
  })
}

/** The day that a moment falls on by a timezone's clock. */
export const dayOf = (at: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate()

function windowsBetween(rules: CalendarRules, from: number, to: number, lastDay: Temporal.PlainDate): Span[] {
  const own = new Map(rules.days.map(({ date, hours }) => [date, hours]))
  const windows: Span[] = []
  if (to <= from) return windows
  // A call may begin before midnight and end after it: both days' hours make up its time.
  const end = dayOf(to, rules.timezone).add({ days: 1 })
  for (
    let day = dayOf(from, rules.timezone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (Temporal.PlainDate.compare(day, lastDay) > 0) break
    for (const hours of own.get(day.toString()) ?? rules.week[day.dayOfWeek - 1] ?? []) {
      const window = {
        from: momentAt(day, hours.from, rules.timezone),
        to: momentAt(day, hours.to, rules.timezone),
      }
      if (window.from < window.to) windows.push(window)
    }
  }
  return windows
}

/** The first moment of a day at which a timezone's clock shows a time or, where it jumps over it, a later one. */
function momentAt(day: Temporal.PlainDate, time: string, timezone: string): number {
  if (time === '24:00') return day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds
  const plainTime = Temporal.PlainTime.from(time)
  const at = day.toZonedDateTime({ timeZone: timezone, plainTime })
  if (at.toPlainDateTime().equals(day.toPlainDateTime(plainTime))) return at.epochMilliseconds
  const jump = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  return (jump ?? at).epochMilliseconds
}

function joined(windows: Span[]): Span[] {
  const open: Span[] = []
  for (const window of windows.toSorted((one, other) => one.from - other.from)) {
    const last = open.at(-1)
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to)
    else open.push({ ...window })
  }
  return open
}
