/** The day of a moment in a timezone, as YYYY-MM-DD. */
export const dayIn = (tz: string, now: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short' }).format(now)

const asUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const DAY_MS = 86_400_000

const shortDay = (day: string, today: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  }).format(asUtc(day))

/** When something is due, as one says it, and whether its day has come or gone by. */
export function dueWords(dueOn: string, today: string): { words: string; isDue: boolean } {
  const days = Math.round((asUtc(dueOn) - asUtc(today)) / DAY_MS)
  if (days === 0) return { words: 'today', isDue: true }
  if (days === 1) return { words: 'tomorrow', isDue: false }
  if (days === -1) return { words: 'yesterday', isDue: true }
  if (days < 0) return { words: `${-days} days ago`, isDue: true }
  return { words: shortDay(dueOn, today), isDue: false }
}
