import { CalBooking, CalNews, CalWebhook } from '#contract/webhook-cal.ts'
import { readPhone } from '#server/capture/read-phone.ts'

/** A step in a booking's history. */
export type BookingStep =
  | 'requested'
  | 'created'
  | 'paid'
  | 'rescheduled'
  | 'moved'
  | 'no_show'
  | 'shown'
  | 'rejected'
  | 'cancelled'

/** What the calendar says of a booking. */
export type BookingEvent = {
  step: BookingStep
  at: Date
  booking: CalBooking
  email: string | null
  phone: string | null
  /** The others who were invited, where the news tell of them. */
  guests: string[]
  /** Whose missing is told, or taken back. */
  about: string[]
  /** Our own word that the calendar was opened with. */
  reference: string | null
}

const steps = new Map<string, BookingStep>(
  Object.entries({
    BOOKING_REQUESTED: 'requested',
    BOOKING_CREATED: 'created',
    BOOKING_PAID: 'paid',
    BOOKING_RESCHEDULED: 'rescheduled',
    BOOKING_REJECTED: 'rejected',
    BOOKING_CANCELLED: 'cancelled',
    BOOKING_NO_SHOW_UPDATED: 'no_show',
    AFTER_GUESTS_CAL_VIDEO_NO_SHOW: 'no_show',
  }),
)

/** Reads the calendar's call; null for news that is not about a booking's state. */
export function readBookingEvent(body: unknown, defaultCountry: string): BookingEvent | null {
  const { triggerEvent } = CalNews.parse(body)
  const step = steps.get(triggerEvent)
  if (!step) return null
  const { createdAt, payload } = CalWebhook.parse(body)
  const booking = CalBooking.parse(payload)
  const [attendee] = booking.attendees ?? []
  const { responses } = booking
  const phone = attendee?.phoneNumber ?? responses?.attendeePhoneNumber ?? responses?.phone
  // Whoever did not show up may be a guest; the booking is the one's who booked.
  const isOfBooker = step !== 'no_show'
  const emailsOf = (some: typeof booking.attendees = []) => some.flatMap(({ email }) => email ?? [])
  const missing = booking.attendees?.filter(({ noShow }) => noShow) ?? []
  return {
    // The owner may take a no-show back.
    step: triggerEvent === 'BOOKING_NO_SHOW_UPDATED' && missing.length === 0 ? 'shown' : step,
    at: createdAt,
    booking,
    email: isOfBooker ? (attendee?.email ?? responses?.email ?? null) : null,
    phone: isOfBooker && phone ? readPhone(phone, defaultCountry) : null,
    guests: isOfBooker ? emailsOf(booking.attendees?.slice(1)) : [],
    about: isOfBooker ? [] : emailsOf(missing.length > 0 ? missing : booking.attendees),
    reference: booking.metadata?.lead_id ?? booking.metadata?.leadId ?? null,
  }
}
