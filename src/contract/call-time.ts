/**
 * When a call is, on a page as in a mail (docs/spec.md, 'Booking pages'): a long US English date with weekday, time and
 * short timezone name, in this machine's own timezone unless one is given.
 */
export const callTime = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)
