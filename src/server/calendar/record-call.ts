import { bookingStatus } from '#server/bookings/booking-status.ts'
import { type BookingRow, saveBooking, setBookingStatus } from '#server/bookings/store.ts'
import type { CaptureTokens } from '#server/capture/capture-token.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import { lockContact } from '#server/capture/store.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { correctPhone } from '#server/external-events/match-to-lead.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import type { ExternalEvent } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { CallRow } from './call-store.ts'

/** What became of a call. */
export type CallStep = 'created' | 'rescheduled' | 'cancelled'

/** What recording needs. */
export type RecordingParts = { queue: Pick<Queue, 'send'>; newId: NewId; captureTokens: CaptureTokens }

/** What each change of a call needs: `told` writes, in the same transaction, the mails that it brings. */
export type ChangingParts = RecordingParts & {
  told(
    transaction: Queryable,
    about: { call: CallRow; what: 'booked' | 'moved' | 'cancelled'; leadId: string | null; now: Date },
  ): Promise<void>
}

// Only a number that could be read is looked for among leads; one that could not stays as it was typed, such as +1 alone.
const readPhoneOf = ({ phone }: CallRow): string | null =>
  phone?.startsWith('+') ? readPhone(phone, '') : null

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
      phone: readPhoneOf(call),
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
  await saveBooking(transaction, event.id, asBooking(call, at))
  await setBookingStatus(transaction, event.id, bookingStatus(event.history))
  return follow(parts, transaction, event, at)
}

/** Records whose call it is after a correction of name or phone: no step of its history. Returns the lead, where there is one. */
export async function recordCorrection(
  parts: RecordingParts,
  transaction: Queryable,
  call: CallRow,
  at: Date,
): Promise<string | null> {
  const phone = readPhoneOf(call)
  await lockContact(transaction, call.email, phone)
  const event = await correctPhone(parts, transaction, { kind: 'booking', key: call.uid, phone }, at)
  if (!event) return null
  await saveBooking(transaction, event.id, asBooking(call, at))
  return follow(parts, transaction, event, at)
}

const asBooking = (call: CallRow, toldAt: Date): BookingRow => ({
  uid: call.uid,
  title: call.title,
  startAt: call.startAt,
  endAt: call.endAt,
  location: call.location || null,
  attendeeName: call.name,
  toldAt,
})

async function follow(
  parts: RecordingParts,
  transaction: Queryable,
  event: ExternalEvent,
  at: Date,
): Promise<string | null> {
  await tagByTrigger(parts, transaction, { ...event, trigger: 'booking', page: null }, at)
  if (event.lead_id) await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId: event.lead_id })
  return event.lead_id
}
