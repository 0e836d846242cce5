import { isTimezone } from '#contract/timezone-name.ts'
import { timezone } from '#web/site/browser/timezone.ts'

/** The timezone of this browser; UTC where it tells none that times can be written in, as `Etc/Unknown`. */
export const ownTimezone = (): string => (isTimezone(timezone()) ? timezone() : 'UTC')

/** Timezones that are far apart, for whoever has no scripts or an older browser. */
export const someTimezones = [
  'UTC',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Johannesburg',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
]

/** Every timezone that this browser knows, and the ones named; an older browser has a few. */
export function knownTimezones(...also: string[]): string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : someTimezones
  return [...new Set([...known, ...also, 'UTC'])].sort()
}

/** A timezone in words: 'America/New York'. */
export const zoneText = (zone: string): string => zone.replace(/_/g, ' ')
