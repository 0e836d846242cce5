import { bookingStatus } from '#server/bookings/booking-status.ts'
import { saveBooking, setBookingStatus } from '#server/bookings/store.ts'
import type { CaptureTokens } from '#server/capture/capture-token.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { CallRow } from './store.ts'

/** What became of a call. */
export type CallStep = 'created' | 'rescheduled' | 'cancelled'

/** What recording needs. */
export type RecordingParts = { queue: Pick<Queue, 'send'>; newId: NewId; captureTokens: CaptureTokens }

/**
 * Records what became of a call in the own calendar as it is done for any other: joined to its lead, tagged once, and
 * noted for the advert account. Returns the lead, where there is one.
 */
export async function recordCall(
  parts: RecordingParts,
  transaction: Queryable,
  call: CallRow,
  { step, at, reason }: { step: CallStep; at: Date; reason: string | null },
): Promise<string | null> {
  const event = await recordExternalEvent(
    parts,
    transaction,
    {
      kind: 'booking',
      key: call.uid,
      email: call.email,
      phone: call.phone?.startsWith('+') ? call.phone : null,
      reference: call.visitorId,
    },
    {
      key: `${step} ${call.sequence}`,
      kind: step,
      at,
      details: { start: call.startAt.toISOString(), reason },
      deliveryId: null,
    },
    at,
  )
  await saveBooking(transaction, event.id, {
    uid: call.uid,
    title: call.title,
    startAt: call.startAt,
    endAt: call.endAt,
    location: call.location || null,
    attendeeName: call.name,
    toldAt: at,
  })
  await setBookingStatus(transaction, event.id, bookingStatus(event.history))
  await tagByTrigger(parts, transaction, { ...event, trigger: 'booking', page: null }, at)
  if (event.lead_id) await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  return event.lead_id
}
