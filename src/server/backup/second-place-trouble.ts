import { isCopying, type SecondPlaceRow } from './second-place-store.ts'

const HOUR_MS = 3_600_000
/** How old the last copy may be. */
const LONGEST_MS = 26 * HOUR_MS
// What may pass by itself is tried again four times before anybody hears of it.
const PASSING = new Set(['unreachable', 'vendor-fault', 'rate-limited'])

/** What is wrong with the copies in the second place, in a sentence; null where nothing is. */
export function secondPlaceTrouble(row: SecondPlaceRow, now: Date): string | null {
  const { since, arrived_at: arrivedAt, failing_since: failingSince, failure_reason: reason } = row
  if (since === null) return null
  const isPassing = PASSING.has(row.failure_kind ?? '')
  if (failingSince !== null && (!isPassing || now.getTime() - failingSince.getTime() >= HOUR_MS))
    return `Backups do not reach the second place. ${reason ?? ''}`.trim()
  const silentMs = now.getTime() - (arrivedAt ?? since).getTime()
  // The first time all films are on their way, which may take days.
  return silentMs > LONGEST_MS && !isCopying(row, now)
    ? `No backup has reached the second place for ${Math.floor(silentMs / HOUR_MS)} hours.`
    : null
}
