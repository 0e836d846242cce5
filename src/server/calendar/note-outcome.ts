import { bookingStatus } from '#server/bookings/booking-status.ts'
import { setBookingStatus } from '#server/bookings/store.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { addUpdate, lockExternalEvent } from '#server/external-events/store.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Notes the owner's word on whether a call took place, whichever calendar it was booked in; the latest word counts. */
export async function noteOutcome(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  { id, outcome, at }: { id: string; outcome: 'held' | 'no_show'; at: Date },
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const event = isId(id) ? await lockExternalEvent(transaction, id) : undefined
    if (event?.kind !== 'booking') throw new Refusal('not-found', 'There is no such call.')
    const kind = outcome === 'held' ? 'shown' : 'no_show'
    const history = await addUpdate(transaction, parts.newId(), event.id, {
      key: `${kind} ${at.toISOString()}`,
      kind,
      at,
      details: {},
      deliveryId: null,
    })
    await setBookingStatus(transaction, event.id, bookingStatus(history))
    if (event.lead_id)
      await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  })
}
