import { type Timezone, timezones } from '#contract/range.ts'

const HOUR = 3_600_000

const formats = new Map(
  timezones.map((tz) => [
    tz,
    new Intl.DateTimeFormat('en-CA', { timeZone: tz, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
)
let days = new Map<string, string>()

/**
 * The local day (`2026-11-21`) of an instant. All ten timezones differ from UTC by whole hours, so a day is
 * read once per timezone and UTC hour and remembered.
 */
export function dayIn(tz: Timezone, at: Date): string {
  const key = `${tz} ${Math.floor(at.getTime() / HOUR)}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day = formats.get(tz)?.format(at)
  if (day === undefined) throw new Error(`${tz} is not one of the timezones`)
  // A bound, not a policy: a year of hours in ten timezones, then the memory starts anew.
  if (days.size > 90_000) days = new Map()
  days.set(key, day)
  return day
}
