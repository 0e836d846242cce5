import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { post } from '#web/site/browser/call.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import type { Booking } from './booking-parameters.ts'
import { bookingTagBody } from './booking-tag-body.ts'
import { type TagOutcome, tagOutcome } from './tag-outcome.ts'

type Known = 'tagged' | 'unknown'
const isKnown = (value: unknown): value is Known => value === 'tagged' || value === 'unknown'

const keyOf = (booking: Booking): string => `bookingTag ${booking.uid}`

/** What an earlier load of this page already learned about the booking's tag. */
export function knownOutcome(booking: Booking): TagOutcome | undefined {
  const stored = booking.uid ? readStored(keyOf(booking)) : undefined
  const known = isKnown(stored) ? stored : recall('tag', isKnown)
  return known && { kind: known }
}

/**
 * Asks for the booking's tag and remembers the answer by the booking's uid, so that it is asked for once. Only what
 * failed is asked for again, by the next load or once the network is back.
 */
export async function tagBooking(
  booking: Booking,
  words: { failed: string; network: string },
): Promise<TagOutcome> {
  try {
    const body = { ...bookingTagBody(booking.email), ...visitLeave() }
    const answer = await post('/api/leads/add-booking-tag', body, { keepalive: true })
    const said: unknown = await answer.json().catch(() => null)
    const outcome = tagOutcome(answer.ok, said, words.failed)
    if (outcome.kind !== 'failed') {
      if (booking.uid) writeStored(keyOf(booking), outcome.kind)
      keep('tag', outcome.kind)
    }
    return outcome
  } catch (error) {
    console.warn('The booking could not be tagged.', error)
    return { kind: 'offline', message: words.network }
  }
}
