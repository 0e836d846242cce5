import { randomId } from '#contract/random-id.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'

/** What names a booking that was asked for and not answered yet, and the times that were asked for. */
type BookingAttempt = { bookingId: string; earlierTimes: string[] }

const KEY = 'booking attempt'
// What the server takes; nobody asks for as many.
const MOST_TIMES = 50

const isAttempt = (value: unknown): value is BookingAttempt => {
  const { bookingId, earlierTimes }: Record<string, unknown> = Object(value)
  return (
    typeof bookingId === 'string' &&
    Array.isArray(earlierTimes) &&
    earlierTimes.every((start) => typeof start === 'string')
  )
}

/**
 * What to send along with a booking: as long as none was answered it is the same one, at another time perhaps, also after
 * a reload. What is asked for now is noted, should its answer be lost.
 */
export function nextAttempt(start: string): BookingAttempt {
  const { bookingId, earlierTimes } = recall(KEY, isAttempt) ?? { bookingId: randomId(), earlierTimes: [] }
  keep(KEY, { bookingId, earlierTimes: [...new Set([...earlierTimes, start])].slice(-MOST_TIMES) })
  return { bookingId, earlierTimes }
}

/** Lets the next booking be one of its own: this one was answered. */
export const endAttempt = (): void => keep(KEY, null)
