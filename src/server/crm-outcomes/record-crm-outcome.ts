import { bookingStatus, tellerOf } from '#server/bookings/booking-status.ts'
import { readHistory, setBookingStatus } from '#server/bookings/store.ts'
import { addUpdate, type History, lockExternalEvent } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'

/** The steps of a booking's history by which the CRM's word on it is kept. */
export type CrmOutcome = 'shown' | 'no_show' | 'cancelled' | 'moved'

const outcomeKinds = new Set<string>(['shown', 'no_show', 'cancelled', 'moved'] satisfies CrmOutcome[])

/** What the CRM said of a call and did not take back, the newest last. */
export function crmOutcomesIn(history: History): History {
  const takenBack = new Set(history.map(({ details }) => details.of))
  return history.filter(
    (step) => outcomeKinds.has(step.kind) && tellerOf(step) === 'crm' && !takenBack.has(step.key),
  )
}

/**
 * Makes the outcome that the CRM tells of a booking what it says now, and null none: what it said before stays on record.
 * Saying the same again changes nothing.
 */
export async function recordCrmOutcome(
  parts: { newId: NewId },
  transaction: Queryable,
  bookingId: string,
  { outcome, at, details = {} }: { outcome: CrmOutcome | null; at: Date; details?: Record<string, unknown> },
): Promise<void> {
  await lockExternalEvent(transaction, bookingId)
  const before = crmOutcomesIn(await readHistory(transaction, bookingId))
  const last = before.at(-1)
  if (outcome === null)
    for (const { key, at: saidAt } of before)
      await addUpdate(transaction, parts.newId(), bookingId, {
        ...{ key: `undone ${key}`, kind: 'undone', at: at > saidAt ? at : saidAt, deliveryId: null },
        details: { by: 'crm', of: key },
      })
  else if (last?.kind !== outcome)
    await addUpdate(transaction, parts.newId(), bookingId, {
      ...{ key: `crm ${parts.newId()}`, kind: outcome, deliveryId: null },
      // What is said later is newer, whatever the CRM notes of when it was changed.
      at: last && last.at >= at ? new Date(last.at.getTime() + 1) : at,
      details: { by: 'crm', ...details },
    })
  await setBookingStatus(transaction, bookingId, bookingStatus(await readHistory(transaction, bookingId)))
}
