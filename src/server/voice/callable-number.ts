import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Why a number is never dialled, whatever its owner agreed to. */
export type NeverDialled = 'number' | 'country'

// Whoever rings one of these pays what an ordinary call costs. All others are premium, satellite, toll-free or special.
const ORDINARY: NumberType[] = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP']

/** The country of a number; undefined where it belongs to none, as satellite phones do. */
export const countryOf = (phoneE164: string): string | undefined =>
  parsePhoneNumberFromString(phoneE164)?.country

/** Why a number is never dialled: it is no ordinary one, or none of the countries that may be called. */
export function whyNeverDialled(phoneE164: string, countries: readonly string[]): NeverDialled | null {
  const phone = parsePhoneNumberFromString(phoneE164)
  if (!phone?.isValid() || !phone.country || !ORDINARY.includes(phone.getType())) return 'number'
  return countries.includes(phone.country) ? null : 'country'
}
