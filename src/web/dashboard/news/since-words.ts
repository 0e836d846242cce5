const DAY_MS = 86_400_000

/** A moment as one says it: 'today 6:20 PM', 'yesterday 6:20 PM', 'Nov 17, 6:20 PM', in the chosen timezone. */
export function sinceWords(iso: string, tz: string, now: number): string {
  const at = Date.parse(iso)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: tz, dateStyle: 'short' })
  const time = new Intl.DateTimeFormat('en-US', { timeZone: tz, hour: 'numeric', minute: '2-digit' }).format(
    at,
  )
  if (day.format(at) === day.format(now)) return `today ${time}`
  if (day.format(at) === day.format(now - DAY_MS)) return `yesterday ${time}`
  return `${new Intl.DateTimeFormat('en-US', { timeZone: tz, month: 'short', day: 'numeric' }).format(at)}, ${time}`
}
