import type { BookedCall } from '#contract/calendar.ts'
import type { CallRow } from './call-store.ts'

/** A call as whoever booked it is told of it. */
export const asBookedCall = (call: CallRow, now: Date): BookedCall => ({
  uid: call.uid,
  state: call.state,
  title: call.title,
  startTime: call.startAt.toISOString(),
  endTime: call.endAt.toISOString(),
  location: call.location,
  attendeeName: call.name,
  email: call.email,
  timezone: call.timezone,
  canChange: call.state === 'booked' && call.startAt > now,
})
