import { callTime } from '#contract/call-time.ts'

/**
 * A meeting's start as people read it (docs/spec.md, 'Booking pages'): a long US English date with weekday and short
 * time zone name, in the visitor's own zone unless one is given. Undefined for a text that is no time.
 */
export function meetingTime(startTime: string, timeZone?: string): string | undefined {
  // In a query string the plus of an offset arrives as a space.
  const meant = startTime.trim().replace(/ (\d\d:?\d\d)$/, '+$1')
  const time = new Date(meant)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(meant) || Number.isNaN(time.getTime())) return undefined
  return callTime(time, timeZone)
}

/**
 * A meeting's location as shown (docs/spec.md, 'Booking pages'): without `integrations:` and upper-cased. The address
 * of a video room stays as it is, because its letters' case matters.
 */
export function locationText(location: string): string {
  const place = location.trim().replace(/^integrations:/i, '')
  return /^https?:\/\//i.test(place) ? place : place.toUpperCase()
}
