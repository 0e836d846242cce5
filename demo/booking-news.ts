import { calBooking } from '#support/webhook-bodies.ts'
import { withinHours } from './calendar.ts'
import { namePerson } from './name-person.ts'
import type { KnownLead, News } from './vendor-news.ts'

/** A call that a lead booked: its uid at the calendar, and when it is. */
export type BookedCall = { uid: string; meeting: Date }

type Change = 'booked' | 'moved' | 'cancelled' | 'missed'

const HOUR = 3_600_000

/** What the calendar sends when a call is booked, or when something becomes of it. */
export function bookingNews({ person }: KnownLead, call: BookedCall, change: Change, at: Date): News {
  const { uid, meeting } = call
  const { trigger, more }: { trigger: string; more: object } = {
    booked: { trigger: 'BOOKING_CREATED', more: {} },
    moved: { trigger: 'BOOKING_RESCHEDULED', more: { rescheduleUid: uid } },
    cancelled: {
      trigger: 'BOOKING_CANCELLED',
      more: { status: 'CANCELLED', cancellationReason: 'Something came up' },
    },
    missed: {
      trigger: 'BOOKING_NO_SHOW_UPDATED',
      more: { bookingUid: uid, attendees: [{ email: person.email, noShow: true }] },
    },
  }[change]
  const body = calBooking(trigger, {
    // A moved booking has an id of its own.
    uid: change === 'moved' ? `${uid}-again` : uid,
    createdAt: at.toISOString(),
    email: person.email,
    startTime: meeting.toISOString(),
    more: { title: `Strategy call with ${person.name}`, ...more },
  })
  return { vendor: 'cal', at, body: namePerson(body, person) }
}

/** The next full hour of the coach's working day that lies so many hours ahead. */
export const fullHourAfter = (at: Date, hours: number): Date =>
  withinHours(new Date(Math.ceil((at.getTime() + hours * HOUR) / HOUR) * HOUR), 9, 18)
