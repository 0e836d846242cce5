/** When a call is, as a mail says it: a long US date with weekday, time and short timezone name. */
export const whenText = (at: Date, timeZone: string): string =>
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
