const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long ago a moment was, as the dashboard says it (docs/spec.md, 'The dashboard'): 'Just now', then whole
 * minutes, hours and days. A moment ahead of this clock reads 'Just now'.
 */
export function relativeTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (Number.isNaN(age)) return 'Unknown'
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`
  return `${Math.floor(age / DAY)}d ago`
}
