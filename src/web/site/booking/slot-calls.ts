import type { Booked, BookedCall, FreeSlots, SlotTaken } from '#contract/calendar.ts'
import { get, post } from '#web/site/browser/call.ts'

/**
 * What became of a booking or a move: done, somebody else was first, there is nothing of that kind here any more, the call can
 * no longer be changed, a field is wrong, or it failed with a sentence.
 */
export type SlotOutcome =
  | { kind: 'done'; booked: Booked }
  | { kind: 'taken'; free: SlotTaken }
  | { kind: 'gone'; error: string }
  | { kind: 'over'; error: string }
  | { kind: 'refused'; fields: Record<string, string>; error: string }
  | { kind: 'failed' }

/** Reads the times that are free now, or those that a booked call can be moved to; throws where that fails. */
export async function readSlots(token: string | undefined): Promise<FreeSlots> {
  const path = token === undefined ? '/api/calendar/slots' : `/api/calendar/bookings/${token}/slots`
  const answer = await get(path)
  if (!answer.ok) throw new Error(`the free times were answered with ${answer.status}`)
  return answer.json()
}

/** Reads how a booked call stands now; undefined where that fails. */
export async function readCall(token: string): Promise<BookedCall | undefined> {
  try {
    const answer = await get(`/api/calendar/bookings/${token}`)
    return answer.ok ? await answer.json() : undefined
  } catch (error) {
    console.warn('The call could not be read.', error)
    return undefined
  }
}

/** Sends a booking, a move or a cancellation, and tells what became of it. Never throws. */
export async function sendBooking(path: string, body: unknown): Promise<SlotOutcome> {
  try {
    const answer = await post(path, body)
    const said = await answer.json()
    if (answer.ok) return { kind: 'done', booked: said }
    if (answer.status === 409 && Array.isArray(said.slots)) return { kind: 'taken', free: said }
    if (answer.status === 409) return { kind: 'over', error: said.error ?? '' }
    if (answer.status === 404) return { kind: 'gone', error: said.error ?? '' }
    if (answer.status < 500) return { kind: 'refused', fields: said.fields ?? {}, error: said.error ?? '' }
  } catch (error) {
    console.warn('The booking was not sent.', error)
  }
  return { kind: 'failed' }
}
