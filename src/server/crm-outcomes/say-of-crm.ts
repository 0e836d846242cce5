import { bookingStatus, tellerOf } from '#server/bookings/booking-status.ts'
import { readHistory, setBookingStatus } from '#server/bookings/store.ts'
import { addUpdate, type History, lockExternalEvent } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'

/** The steps of a booking's history by which the CRM's word on it is kept. */
export type CrmWord = 'shown' | 'no_show' | 'cancelled' | 'moved'

const words = new Set<string>(['shown', 'no_show', 'cancelled', 'moved'] satisfies CrmWord[])

/** What the CRM said of a call and did not take back, the newest last. */
export function wordsOfCrm(history: History): History {
  const takenBack = new Set(history.map(({ details }) => details.of))
  return history.filter(
    (step) => words.has(step.kind) && tellerOf(step) === 'crm' && !takenBack.has(step.key),
  )
}

/**
 * Makes the CRM's word on a booking what it says now, and null none: what it said before stays on record. Saying the
 * same again changes nothing.
 */
export async function sayOfCrm(
  parts: { newId: NewId },
  transaction: Queryable,
  bookingId: string,
  { word, at, details = {} }: { word: CrmWord | null; at: Date; details?: Record<string, unknown> },
): Promise<void> {
  await lockExternalEvent(transaction, bookingId)
  const before = wordsOfCrm(await readHistory(transaction, bookingId))
  const last = before.at(-1)
  if (word === null)
    for (const { key, at: saidAt } of before)
      await addUpdate(transaction, parts.newId(), bookingId, {
        ...{ key: `undone ${key}`, kind: 'undone', at: at > saidAt ? at : saidAt, deliveryId: null },
        details: { by: 'crm', of: key },
      })
  else if (last?.kind !== word)
    await addUpdate(transaction, parts.newId(), bookingId, {
      ...{ key: `crm ${parts.newId()}`, kind: word, deliveryId: null },
      // What is said later is newer, whatever the CRM notes of when it was changed.
      at: last && last.at >= at ? new Date(last.at.getTime() + 1) : at,
      details: { by: 'crm', ...details },
    })
  await setBookingStatus(transaction, bookingId, bookingStatus(await readHistory(transaction, bookingId)))
}
