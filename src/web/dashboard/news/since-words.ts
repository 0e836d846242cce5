const DAY_MS = 86_400_000

/** A moment as one says it: 'today 18:20', 'yesterday 18:20', 'Nov 17, 18:20', in the chosen timezone. */
export function sinceWords(iso: string, tz: string, now: number): string {
  const at = Date.parse(iso)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: tz, dateStyle: 'short' })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' }).format(
    at,
  )
  if (day.format(at) === day.format(now)) return `today ${time}`
  if (day.format(at) === day.format(now - DAY_MS)) return `yesterday ${time}`
  return `${new Intl.DateTimeFormat('en-US', { timeZone: tz, month: 'short', day: 'numeric' }).format(at)}, ${time}`
}
