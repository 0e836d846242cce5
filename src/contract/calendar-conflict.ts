import type { CalendarRules } from './calendar-hours.ts'

const A_DAY = 86_400_000
const MINUTES_OF_DAY = 1440

/** Hours of a day, in minutes since today began, and until when the hours go on that they belong to. */
type Window = { from: number; to: number; stretch: { from: number; to: number } }

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
const noticeText = (hours: number): string =>
  hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')

/** What a timezone's calendar and clock show. */
function clockIn(timezone: string, at: Date): { today: number; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return {
    today: Date.UTC(part('year'), part('month') - 1, part('day')),
    minutes: part('hour') * 60 + part('minute'),
  }
}

function windowsOf(rules: CalendarRules, today: number): Window[] {
  const own = new Map(rules.days.map(({ date, hours }) => [date, hours]))
  const windows: Window[] = []
  for (let ahead = 0; ahead <= rules.horizonDays; ahead++) {
    const day = new Date(today + ahead * A_DAY)
    const hours = own.get(day.toISOString().slice(0, 10)) ?? rules.week[(day.getUTCDay() + 6) % 7] ?? []
    for (const { from: opens, to: closes } of hours) {
      const from = ahead * MINUTES_OF_DAY + minutesOf(opens)
      const to = ahead * MINUTES_OF_DAY + minutesOf(closes)
      const last = windows.at(-1)
      const stretch = last?.to === from ? last.stretch : { from, to }
      stretch.to = to
      windows.push({ from, to, stretch })
    }
  }
  return windows
}

/** When the last call of these hours may begin, on the steps that are offered; null where none fits. */
function lastStart({ from, to, stretch }: Window, { lengthMinutes, everyMinutes }: CalendarRules) {
  const latest = Math.min(to - 1, stretch.to - lengthMinutes)
  return latest < from ? null : latest - ((latest - from) % everyMinutes)
}

/**
 * Why no call can be booked by these rules, whatever is booked and busy: the rule to change, in a sentence; null where a
 * call fits.
 */
export function whyRulesExcludeAll(rules: CalendarRules, now: Date): string | null {
  const { lengthMinutes, noticeHours, horizonDays } = rules
  const { today, minutes } = clockIn(rules.timezone, now)
  const windows = windowsOf(rules, today)
  const ahead = counted(horizonDays, 'day')
  if (windows.length === 0 && rules.week.every((hours) => hours.length === 0)) return 'No weekday has hours.'
  if (windows.length === 0)
    return `Visitors can book at most ${ahead} ahead, and no day until then has hours.`
  const starts = windows.map((window) => lastStart(window, rules)).filter((start) => start !== null)
  if (starts.length === 0) {
    const longest = Math.max(...windows.map(({ stretch }) => stretch.to - stretch.from))
    return `The call is ${lengthMinutes} minutes long, and your hours are at most ${longest} minutes at a time.`
  }
  if (Math.max(...starts) >= minutes + noticeHours * 60) return null
  return noticeHours === 0
    ? `Visitors can book at most ${ahead} ahead, and your hours until then are over.`
    : `A minimum notice of ${noticeText(noticeHours)} leaves none of your hours, as visitors can book at most ${ahead} ahead.`
}
