import { dayIn } from '#web/dashboard/notes/due-words.ts'
import { otherYear } from '#web/dashboard/time/clock-time.ts'

/** What a point of a series stands for: an hour (an instant) or a local day (YYYY-MM-DD). */
export type Step = 'hour' | 'day'

const HOUR = 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(moment: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, format)
  return format.format(moment)
}

// A local day has no timezone any more; read and shown in UTC it stays itself.
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const hourOf = (moment: number, tz: string): string => formatted(moment, tz, { hour: 'numeric' })
const hourAndZone = (moment: number, tz: string): string =>
  formatted(moment, tz, { hour: 'numeric', timeZoneName: 'short' })

/** How an hour is written: with its timezone's name where clocks change beside it, as one hour comes twice or not at all. */
function hourWriter(moment: number, tz: string): (moment: number, tz: string) => string {
  const zones = [moment - HOUR, moment, moment + HOUR].map((one) =>
    hourAndZone(one, tz).slice(hourOf(one, tz).length),
  )
  return new Set(zones).size > 1 ? hourAndZone : hourOf
}

/** A point's time in full, with its year where that is not this one: 'Mon, Nov 16' or 'Mon, Nov 16, 2 PM – 3 PM'; where clocks change, '1 AM PDT – 1 AM PST'. */
export function pointTime(at: string, step: Step, tz: string): string {
  const inYear = { weekday: 'short', month: 'short', day: 'numeric' } as const
  if (step === 'day') {
    const isOfThisYear = at.slice(0, 4) === dayIn(tz, Date.now()).slice(0, 4)
    return formatted(dayStart(at), 'UTC', { ...(!isOfThisYear && { year: 'numeric' }), ...inYear })
  }
  const moment = Date.parse(at)
  const long = { ...otherYear(at, tz), ...inYear }
  const hour = hourWriter(moment, tz)
  return `${formatted(moment, tz, long)}, ${hour(moment, tz)} – ${hour(moment + HOUR, tz)}`
}

/** A point's time as an axis says it: 'Nov 16', or '2 PM' and at midnight the day. */
export function tickTime(at: string, step: Step, tz: string): string {
  const short = { month: 'short', day: 'numeric' } as const
  if (step === 'day') return formatted(dayStart(at), 'UTC', short)
  const moment = Date.parse(at)
  const isMidnight = formatted(moment, tz, { hour: '2-digit', hourCycle: 'h23' }) === '00'
  return isMidnight ? formatted(moment, tz, short) : hourWriter(moment, tz)(moment, tz)
}

/** Whether days (YYYY-MM-DD) from the first to the last are of more than one year. */
export const areOfYears = (first: string, last: string): boolean => first.slice(0, 4) !== last.slice(0, 4)

/** What an axis says at its ticks: of days of more than one year, the first of each names it. */
export function tickTimes(times: string[], step: Step, tz: string): string[] {
  const [first = '', last = ''] = [times[0], times.at(-1)]
  return times.map((at, index) =>
    step === 'day' && areOfYears(first, last) && areOfYears(times[index - 1] ?? '', at)
      ? formatted(dayStart(at), 'UTC', { month: 'short', day: 'numeric', year: 'numeric' })
      : tickTime(at, step, tz),
  )
}

/** Whether a point's hour or day is still running, so that its numbers will grow. */
export function isRunning(at: string, step: Step, tz: string, now: number): boolean {
  if (step === 'hour') return Date.parse(at) + HOUR > now
  const today = formatted(now, tz, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const [month = '', day = '', year = ''] = today.split('/')
  return at >= `${year}-${month}-${day}`
}

/** How many points a series has once its last day is over: days are known, hours fill one day or two. */
export const slotsOf = (step: Step, count: number): number =>
  // On the night clocks go back a day has 25 hours.
  step === 'day' ? count : Math.max(count, count <= 25 ? 24 : 48)

/** The time of a place in a series, also of one that has not come yet. */
export const placeTime = (first: string, step: Step, index: number): string =>
  step === 'day'
    ? new Date(dayStart(first) + index * 24 * HOUR).toISOString().slice(0, 10)
    : new Date(Date.parse(first) + index * HOUR).toISOString()

/** Which of `count` points get a tick when there is room for `room`: evenly spaced, the first included. */
export function tickIndexes(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  // Hours read best in quarters of a day.
  const step =
    count === 24 || count === 48 ? ([1, 3, 6, 12, 24].find((hours) => hours >= every) ?? 24) : every
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
