import { zonesOfAreaCode } from './area-codes.ts'
import { countryOf } from './callable-number.ts'

/** Between which hours of the called number's own day a phone may ring. */
export const CALLING_HOURS = { from: 8, to: 21 }

// The one country that the standard library knows no zones of.
const KOSOVO = ['Europe/Belgrade']

// The standard library knows the zones of every country; TypeScript does not know of the call yet.
type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] | undefined }

/**
 * Whether a phone may ring at a moment: in every timezone that its number may be in it is between 8 and 21 o'clock.
 * Where a number may be in several, the one its lead's browser reported decides, if it is one of them.
 */
export function isCallingHour(phoneE164: string, reportedZone: string | null, at: Date): boolean {
  const possible = zonesOf(phoneE164).flatMap((zone) => localTime(zone, at) ?? [])
  const reported = reportedZone === null ? null : localTime(reportedZone, at)
  const times = reported !== null && possible.includes(reported) ? [reported] : possible
  return times.length > 0 && times.every(isWithin)
}

function zonesOf(phoneE164: string): string[] {
  const ofArea = zonesOfAreaCode(phoneE164)
  if (ofArea) return ofArea
  const country = countryOf(phoneE164)
  if (!country) return []
  if (country === 'XK') return KOSOVO
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}

/** The time of day in a zone, '07:30'; null where there is no such zone. */
function localTime(timeZone: string, at: Date): string | null {
  try {
    const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return new Intl.DateTimeFormat('en-GB', format).format(at)
  } catch {
    return null
  }
}

function isWithin(time: string): boolean {
  const hour = Number(time.slice(0, 2))
  return hour >= CALLING_HOURS.from && hour < CALLING_HOURS.to
}
