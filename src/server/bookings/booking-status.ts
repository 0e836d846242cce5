/** How a booking stands. */
export type BookingStatus =
  | 'requested'
  | 'booked'
  | 'no_show'
  | 'rejected'
  | 'cancelled'
  | 'rescheduled'
  | 'unknown'

/**
 * How a booking stands after all that is known of it. What ends a booking ends it for good, and of the no-shows the
 * latest counts, so that the order in which the news arrived makes no difference.
 */
export function bookingStatus(history: { kind: string; at: Date }[]): BookingStatus {
  const has = (...kinds: string[]) => history.some(({ kind }) => kinds.includes(kind))
  if (has('moved')) return 'rescheduled'
  if (has('cancelled')) return 'cancelled'
  if (has('rejected')) return 'rejected'
  const shows = history.filter(({ kind }) => kind === 'no_show' || kind === 'shown')
  if (shows.sort((a, b) => a.at.getTime() - b.at.getTime()).at(-1)?.kind === 'no_show') return 'no_show'
  if (has('created', 'rescheduled', 'paid')) return 'booked'
  return has('requested') ? 'requested' : 'unknown'
}
