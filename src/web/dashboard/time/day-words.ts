const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A day as people read it: 'Oct 1, 2025' of '2025-10-01'. */
export const dayWords = (day: string): string => format.format(Date.parse(day))
