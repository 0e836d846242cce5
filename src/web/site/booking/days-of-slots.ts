/** A day of the visitor's, by its date there, and the times that are free on it. */
export type SlotDay = { date: string; slots: string[] }

/** Puts free times under the days on which they fall by the clock of a timezone, in order. */
export function daysOfSlots(slots: string[], timeZone: string): SlotDay[] {
  // Swedish writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const days = new Map<string, string[]>()
  for (const slot of slots) {
    const date = format.format(new Date(slot))
    days.set(date, [...(days.get(date) ?? []), slot])
  }
  return [...days].map(([date, ofDay]) => ({ date, slots: ofDay }))
}

const A_DAY = 86_400_000
const DAYS_A_WEEK = 7
// A date alone is worked with at noon in UTC, where no clock changes.
const noonOf = (date: string): number => Date.parse(`${date}T12:00:00Z`)

/** The weeks, Sunday first, from the first day with a free time to the last one, as dates. */
export function weeksOf(days: SlotDay[]): string[][] {
  const first = days[0]
  const last = days[days.length - 1]
  if (!first || !last) return []
  const begin = noonOf(first.date) - new Date(noonOf(first.date)).getUTCDay() * A_DAY
  const weeks: string[][] = []
  for (let week = begin; week <= noonOf(last.date); week += DAYS_A_WEEK * A_DAY)
    weeks.push(
      Array.from({ length: DAYS_A_WEEK }, (_none, day) =>
        new Date(week + day * A_DAY).toISOString().slice(0, 10),
      ),
    )
  return weeks
}

const dateText = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: string): string => format.format(noonOf(date))
}

/** A day as it is read aloud: 'Tuesday, December 1'. */
export const dayText = dateText({ weekday: 'long', month: 'long', day: 'numeric' })

/** A day's month: 'December'. */
export const monthText = dateText({ month: 'long' })

/** A day's month and year: 'December 2026'. */
export const monthAndYear = dateText({ month: 'long', year: 'numeric' })

const MINUTE = 60_000
// By an hour nearly everywhere, by half of one on Lord Howe.
const PUT_BACK_BY = [-60, -30, 30, 60].map((minutes) => minutes * MINUTE)

/** The time of day by a timezone's clock: '2:30 PM'; with the timezone's name where a clock that is put back shows it twice. */
export function timeText(slot: string, timeZone: string): string {
  const options = { hour: 'numeric', minute: '2-digit', timeZone } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  const at = Date.parse(slot)
  const text = format.format(at)
  return PUT_BACK_BY.some((shift) => format.format(at + shift) === text)
    ? new Intl.DateTimeFormat('en-US', { ...options, timeZoneName: 'short' }).format(at)
    : text
}
