import { createHash } from 'node:crypto'
import { type DeliveryHandler, notUsed } from '#server/external-events/delivery-handler.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import { lockByKey } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { bookingStatus } from './booking-status.ts'
import { type BookingEvent, readBookingEvent } from './read-booking-event.ts'
import { readHistory, saveBooking, setBookingStatus } from './store.ts'

type Parts = Parameters<DeliveryHandler>[0]
type Delivery = Parameters<DeliveryHandler>[2]

// Once one of these has happened, a call was booked, whatever became of it later.
const BOOKED = new Set(['created', 'rescheduled', 'paid'])

/**
 * Keeps what the calendar says of a booking, joins it, and tags its lead once a call is booked. A new time is a new
 * booking there; the old one ends as moved to it.
 */
export const receiveBooking: DeliveryHandler = async (parts, transaction, delivery) => {
  const event = readBookingEvent(delivery.body, parts.defaultCountry)
  if (!event) return notUsed
  const { booking } = event
  if (await isOfGuests(transaction, event))
    return 'This is about a guest, and the call is the one’s who booked it.'
  const moved = booking.rescheduleUid && booking.rescheduleUid !== booking.uid ? booking.rescheduleUid : null
  // The smaller name first, so that two deliveries about the same two bookings never wait for each other.
  if (moved && moved < booking.uid) await moveAway(parts, transaction, delivery, event, moved)
  const externalEvent = await addStep(parts, transaction, delivery, event)
  if (moved && moved > booking.uid) await moveAway(parts, transaction, delivery, event, moved)
  if (externalEvent.history.some(({ kind }) => BOOKED.has(kind)))
    await tagByTrigger(parts, transaction, { ...externalEvent, trigger: 'booking', page: null }, delivery.now)
  return null
}

/** Whether news of who was missing is about guests of the call alone. */
async function isOfGuests(transaction: Queryable, { about, booking }: BookingEvent): Promise<boolean> {
  if (about.length === 0) return false
  const known = await lockByKey(transaction, { kind: 'booking', key: booking.uid })
  if (!known) return false
  const guests = (await readHistory(transaction, known.id)).flatMap(({ details }) => details.guests)
  return about.every((email) => email !== known.email && guests.includes(guestKey(booking.uid, email)))
}

/** By what a guest is known again in news of the same booking: who they are is nobody's to read in somebody else's. */
const guestKey = (uid: string, email: string): string =>
  createHash('sha256').update(`${uid} ${email}`).digest('hex')

async function addStep(
  parts: Parts,
  transaction: Queryable,
  delivery: Delivery,
  { step, at, booking, email, phone, reference, guests }: BookingEvent,
): ReturnType<typeof recordExternalEvent> {
  // Whether somebody showed up may change several times; everything else happens to a booking once.
  const isOfShow = step === 'no_show' || step === 'shown'
  const key = isOfShow ? `${step} ${at.toISOString()}` : step
  const reason = booking.cancellationReason ?? booking.rejectionReason ?? null
  const start = booking.startTime?.toISOString() ?? null
  const externalEvent = await recordExternalEvent(
    parts,
    transaction,
    { kind: 'booking', key: booking.uid, email, phone, reference },
    {
      key,
      kind: step,
      at,
      details: {
        start,
        reason,
        ...(guests.length > 0 && { guests: guests.map((email) => guestKey(booking.uid, email)) }),
      },
      deliveryId: delivery.id,
    },
    delivery.now,
  )
  await saveBooking(transaction, externalEvent.id, {
    uid: booking.uid,
    title: booking.title ?? null,
    startAt: booking.startTime ?? null,
    endAt: booking.endTime ?? null,
    location: booking.location ?? null,
    attendeeName: booking.attendees?.[0]?.name ?? null,
    // Whether somebody was missing says nothing of the call itself, and must not keep late news of it away.
    toldAt: isOfShow ? null : at,
  })
  await setBookingStatus(transaction, externalEvent.id, bookingStatus(externalEvent.history))
  return externalEvent
}

async function moveAway(
  parts: Parts,
  transaction: Queryable,
  delivery: Delivery,
  { at, booking, email, phone, reference }: BookingEvent,
  oldUid: string,
): Promise<void> {
  const old = await recordExternalEvent(
    parts,
    transaction,
    { kind: 'booking', key: oldUid, email, phone, reference },
    {
      key: `moved ${booking.uid}`,
      kind: 'moved',
      at,
      details: { to: booking.uid },
      deliveryId: delivery.id,
    },
    delivery.now,
  )
  await saveBooking(transaction, old.id, {
    uid: oldUid,
    title: null,
    startAt: booking.rescheduleStartTime ?? null,
    endAt: null,
    location: null,
    attendeeName: null,
    toldAt: null,
    rescheduledTo: booking.uid,
  })
  await setBookingStatus(transaction, old.id, bookingStatus(old.history))
}
