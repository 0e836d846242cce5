const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(iso: string, tz: string, options: Intl.DateTimeFormatOptions): string {
  const moment = Date.parse(iso)
  if (Number.isNaN(moment)) return 'Unknown'
  // Building a format costs more than a thousand uses of it.
  const key = `${tz} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: tz })
  formats.set(key, format)
  return format.format(moment)
}

const inYear = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
const yearOf = (iso: string, tz: string): string => formatted(iso, tz, { year: 'numeric' })

/** The year that a moment is in, in the chosen timezone, where that is not this year: a date of another one names it. */
export const otherYear = (iso: string, tz: string): { year: 'numeric' } | undefined =>
  yearOf(iso, tz) === yearOf(new Date().toISOString(), tz) ? undefined : { year: 'numeric' }

/** A moment as a table shows it, in the chosen timezone: 'Nov 21, 6:02 AM', and of another year 'Nov 21, 2025, 6:02 AM'. */
export const shortTime = (iso: string, tz: string): string =>
  formatted(iso, tz, { ...otherYear(iso, tz), ...inYear })

/** When a call is, in a timezone that it names: 'Sat, Nov 21, 6:02 AM PST', and of another year 'Sat, Nov 22, 2025, 6:02 AM PST'. */
export const callMoment = (iso: string, tz: string): string =>
  formatted(iso, tz, {
    ...otherYear(iso, tz),
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

/** A moment in full, in the chosen timezone: 'Nov 21, 2026, 6:02:09 AM PST'. */
export const fullTime = (iso: string, tz: string): string =>
  formatted(iso, tz, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })

/** The time of day in the chosen timezone, to the second: '6:02:09 AM'. */
export const timeOfDay = (iso: string, tz: string): string =>
  formatted(iso, tz, { hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** The time of day in the chosen timezone, to the minute, where nothing should tick: '6:02 AM'. */
export const minuteOfDay = (iso: string, tz: string): string =>
  formatted(iso, tz, { hour: 'numeric', minute: '2-digit' })
