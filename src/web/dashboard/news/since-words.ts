import { dayIn } from '#web/dashboard/notes/due-words.ts'

const DAY_MS = 86_400_000

/** The day before another, both as YYYY-MM-DD: on the days clocks change it is not 24 hours ago. */
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** A moment as one says it: 'today 6:20 PM', 'yesterday 6:20 PM', 'Nov 17, 6:20 PM', in the chosen timezone; of another year with it. */
export function sinceWords(iso: string, tz: string, now: number): string {
  const at = Date.parse(iso)
  const [day, today] = [dayIn(tz, at), dayIn(tz, now)]
  const time = new Intl.DateTimeFormat('en-US', { timeZone: tz, hour: 'numeric', minute: '2-digit' }).format(
    at,
  )
  if (day === today) return `today ${time}`
  if (day === dayBefore(today)) return `yesterday ${time}`
  const inYear = { timeZone: tz, month: 'short', day: 'numeric' } as const
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : ({ year: 'numeric' } as const)
  return `${new Intl.DateTimeFormat('en-US', { ...inYear, ...year }).format(at)}, ${time}`
}
