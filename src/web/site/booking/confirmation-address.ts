import type { Booked } from '#contract/calendar.ts'
import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'

/** Where the confirmation of a booking is shown, told as every calendar's redirect tells it, and whether mail comes. */
export function confirmationAddress({ booking: call, isMailed }: Booked): string {
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
  return `/callbooked?${parameters}`
}

const keyOf = (uid: string): string => `booking ${uid}`

/** Keeps the token of a booking in this browser, so that its confirmation can lead to moving and cancelling it. */
export const rememberBooking = ({ token, booking }: Booked): void => {
  writeStored(keyOf(booking.uid), token)
}

/** Where a booking that was made in this browser is moved or cancelled. */
export function manageAddress(uid: string): string | undefined {
  const token = uid ? readStored(keyOf(uid)) : undefined
  return token && /^[\w-]{40,100}$/.test(token) ? `/booking/${token}` : undefined
}
