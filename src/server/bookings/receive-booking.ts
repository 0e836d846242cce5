import { createHash } from 'node:crypto'
import { type DeliveryHandler, notUsed } from '#server/external-events/delivery-handler.ts'
import { type Recorded, recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import { dropUpdates, type History } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { bookingStatus } from './booking-status.ts'
import { type BookingEvent, readBookingEvent } from './read-booking-event.ts'
import { saveBooking, setBookingStatus } from './store.ts'

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
  const moved = booking.rescheduleUid && booking.rescheduleUid !== booking.uid ? booking.rescheduleUid : null
  // The smaller name first, so that two deliveries about the same two bookings never wait for each other.
  if (moved && moved < booking.uid) await moveAway(parts, transaction, delivery, event, moved)
  const externalEvent = await addStep(parts, transaction, delivery, event)
  if (moved && moved > booking.uid) await moveAway(parts, transaction, delivery, event, moved)
  if (externalEvent.isOfGuests) return 'This is about a guest, and the call is the one’s who booked it.'
  if (externalEvent.history.some(({ kind }) => BOOKED.has(kind)))
    await tagByTrigger(parts, transaction, { ...externalEvent, trigger: 'booking', page: null }, delivery.now)
  return null
}

/** By what a guest is known again in news of the same booking: who they are is nobody's to read in somebody else's. */
const guestKey = (uid: string, email: string): string =>
  createHash('sha256').update(`${uid} ${email}`).digest('hex')

/**
 * Takes out of a booking's history who was missing where that is about guests alone: news of it may come before those that
 * say who is a guest. Returns what is left.
 */
async function withoutGuests(
  transaction: Queryable,
  { id, key: uid, email, history }: Recorded,
): Promise<History> {
  const guests = new Set(history.flatMap(({ details }) => keysIn(details.guests)))
  if (email !== null) guests.delete(guestKey(uid, email))
  const isOfGuests = ({ details }: History[number]) => {
    const about = keysIn(details.about)
    return about.length > 0 && about.every((key) => guests.has(key))
  }
  const ofGuests = history.filter(isOfGuests)
  if (ofGuests.length > 0)
    await dropUpdates(
      transaction,
      id,
      ofGuests.map(({ key }) => key),
    )
  return history.filter((step) => !isOfGuests(step))
}

const keysIn = (told: unknown): unknown[] => (Array.isArray(told) ? told : [])

async function addStep(
  parts: Parts,
  transaction: Queryable,
  delivery: Delivery,
  { step, at, booking, email, phone, reference, guests, about }: BookingEvent,
): Promise<Recorded & { isOfGuests: boolean }> {
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
        ...(about.length > 0 && { about: about.map((email) => guestKey(booking.uid, email)) }),
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
    attendeeName: isOfShow ? null : (booking.attendees?.[0]?.name ?? null),
    // Whether somebody was missing says nothing of the call itself, and must not keep late news of it away.
    toldAt: isOfShow ? null : at,
  })
  const history = await withoutGuests(transaction, externalEvent)
  await setBookingStatus(transaction, externalEvent.id, bookingStatus(history))
  return { ...externalEvent, history, isOfGuests: history.every((known) => known.key !== key) }
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
