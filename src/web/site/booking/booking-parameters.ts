import { cutWhole, plainText } from '#contract/plain-text.ts'
import { emailAsMeant } from './person.ts'

/**
 * A booking as the calendar's redirect tells it (docs/spec.md, 'Booking pages'). Everything is a visitor's word:
 * text, never markup.
 */
export type Booking = {
  uid: string
  email: string
  attendeeName: string
  title: string
  startTime: string
  location: string
  isSuccess: boolean
  /** Whether a mail about it is on its way; our own calendar may have no mail server yet. */
  isMailed: boolean
}

const LONGEST = 300

// Some redirects encode what is already encoded; text that merely contains a percent sign stays as it is.
function decoded(value: string): string {
  if (!/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const readable = (value: string | undefined): string =>
  cutWhole(plainText(decoded(decoded(value ?? '')).replace(/\p{Cc}/gu, ' ')).trim(), LONGEST)

/** The parameters of a query string; of one given twice the last, which is what the calendar itself added. */
export const lastParameters = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** Reads a booking out of query parameters. What is missing is empty; nothing is believed beyond its length. */
export function bookingIn(parameters: Record<string, string>): Booking {
  return {
    uid: readable(parameters.uid),
    email: emailAsMeant(readable(parameters.email)),
    attendeeName: readable(parameters.attendeeName),
    title: readable(parameters.title),
    startTime: readable(parameters.startTime),
    location: readable(parameters.location),
    isSuccess: parameters.isSuccessBookingPage === 'true',
    isMailed: parameters.mail !== 'later',
  }
}
