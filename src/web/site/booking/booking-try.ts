import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { randomId } from '#web/site/browser/random-id.ts'

/** What names a booking that was asked for and not answered yet, and the times that were asked for. */
type BookingTry = { bookingId: string; instead: string[] }

const KEY = 'booking try'
// What the server takes; nobody asks for as many.
const MOST_TIMES = 50

const isTry = (value: unknown): value is BookingTry => {
  const { bookingId, instead }: Record<string, unknown> = Object(value)
  return (
    typeof bookingId === 'string' &&
    Array.isArray(instead) &&
    instead.every((start) => typeof start === 'string')
  )
}

/**
 * What to send along with a booking: as long as none was answered it is the same one, at another time perhaps, also after
 * a reload. What is asked for now is noted, should its answer be lost.
 */
export function nextTry(start: string): BookingTry {
  const { bookingId, instead } = recall(KEY, isTry) ?? { bookingId: randomId(), instead: [] }
  keep(KEY, { bookingId, instead: [...new Set([...instead, start])].slice(-MOST_TIMES) })
  return { bookingId, instead }
}

/** Lets the next booking be one of its own: this one was answered. */
export const endTry = (): void => keep(KEY, null)
