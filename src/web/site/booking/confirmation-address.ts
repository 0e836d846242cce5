import type { Booked } from '#contract/calendar.ts'
import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { BOOKING_KEY } from '#web/site/browser/clean-address.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'

/**
 * Where the confirmation of a booking is shown, told as every calendar's redirect tells it, and whether mail comes. Where
 * this browser could not keep the booking's token, the address hands it over.
 */
export function confirmationAddress({ booking: call, isMailed, token }: Booked, isKept: boolean): string {
  const parameters = new URLSearchParams({
    uid: call.uid,
    type: 'own',
    email: call.email,
    title: call.title,
    attendeeName: call.attendeeName,
    startTime: call.startTime,
    endTime: call.endTime,
    isSuccessBookingPage: 'true',
  })
  if (!isMailed) parameters.set('mail', 'later')
  if (call.location) parameters.set('location', call.location)
  return `/callbooked?${parameters}${isKept ? '' : BOOKING_KEY + token}`
}

const keyOf = (uid: string): string => `booking ${uid}`

/**
 * Keeps the token of a booking in this browser, so that its confirmation can lead to moving and cancelling it, and says
 * whether it could.
 */
export const rememberBooking = ({ token, booking }: Booked): boolean => writeStored(keyOf(booking.uid), token)

const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{40,100}$/.test(value)

/** Keeps a token that the address handed over for a reload of this page. */
export function keepHanded(uid: string, token: string | undefined): void {
  if (uid && isToken(token)) keep(keyOf(uid), token)
}

/** The token of a booking that was made in this browser. */
export function ownToken(uid: string): string | undefined {
  const token = uid ? (readStored(keyOf(uid)) ?? recall(keyOf(uid), isToken)) : undefined
  return isToken(token) ? token : undefined
}

/** Where a booking that was made in this browser is moved or cancelled. */
export function manageAddress(uid: string): string | undefined {
  const token = ownToken(uid)
  return token && `/booking/${token}`
}
