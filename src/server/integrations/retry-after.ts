const LONGEST_MS = 3_600_000

/**
 * Reads a Retry-After header, seconds or a date, as milliseconds from now: an hour at most, and undefined where it asks
 * for nothing or cannot be read.
 */
export function readRetryAfter(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return ms > 0 ? Math.min(ms, LONGEST_MS) : undefined
}
