import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { greetedName } from '#server/mail/draw-mail.ts'
import type { CallRow } from './call-store.ts'

/**
 * Whose calendar it is: the site's address, whom the calls are with, where answers to an invitation go, and the name that
 * calls are known under in other calendars.
 */
export type Host = { siteUrl: string; name: string; email: string; uidHost: string }

const product = { company: 'Leadline', product: 'Calendar', language: 'EN' }

// One for the life of a booking, whatever becomes of it: by it a calendar knows the same call again.
const uidOf = ({ uid }: CallRow, { uidHost }: Host): string => `${uid}@${uidHost}`

function eventOf(call: CallRow, host: Host, manageUrl: string): ICalEventData {
  return {
    id: uidOf(call, host),
    sequence: call.sequence,
    start: call.startAt,
    end: call.endAt,
    stamp: call.changedAt,
    lastModified: call.changedAt,
    summary: call.title,
    location: call.location || null,
    description: `To move or cancel this call: ${manageUrl}`,
    url: manageUrl,
    status: call.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  }
}

function inviting(call: CallRow, host: Host, manageUrl: string): ICalEventData {
  return {
    ...eventOf(call, host, manageUrl),
    organizer: { name: host.name, email: host.email },
    attendees: [
      {
        // Whoever booked may have typed somebody else's email, who reads this name.
        name: greetedName(call.name) || null,
        email: call.email,
        rsvp: true,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  }
}

const textOf = (calendar: ICalCalendar): string => `${calendar.toString().trimEnd()}\r\n`

/** The invitation that goes along with a mail about a call, or that takes it out of calendars once it is cancelled. */
export function invitation(
  call: CallRow,
  host: Host,
  manageUrl: string,
): { method: 'REQUEST' | 'CANCEL'; content: string } {
  const method = call.state === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const calendar = ical({ prodId: product, method: ICalCalendarMethod[method] })
  calendar.createEvent(inviting(call, host, manageUrl))
  return { method, content: textOf(calendar) }
}

/** A call as a file that somebody adds to their calendar. */
export function callAsFile(call: CallRow, host: Host, manageUrl: string): string {
  const calendar = ical({ prodId: product, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent({
    ...eventOf(call, host, manageUrl),
    organizer: { name: host.name, email: host.email },
  })
  return textOf(calendar)
}

/** All calls as the feed that the coach's calendar app reads again and again. */
export function feedOf(calls: CallRow[], host: Host, manageUrlOf: (call: CallRow) => string): string {
  const calendar = ical({ prodId: product, name: `Calls · ${host.name}`, ttl: 3600 })
  for (const call of calls)
    calendar.createEvent({
      ...eventOf(call, host, manageUrlOf(call)),
      summary: `${call.title}: ${call.name}`,
      description: [call.name, call.email, call.phone, call.note, `Move or cancel: ${manageUrlOf(call)}`]
        .filter(Boolean)
        .join('\n'),
    })
  return textOf(calendar)
}
