import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

const FROM_ABROAD = /^[\s(]*00/
// Also behind a bracket or a word, as in (+44) or WhatsApp: +44; and as North America dials abroad.
const WITH_PLUS = /^\D*\+/
const FROM_NORTH_AMERICA = '011'

// Keyboards of Japan write a wide plus, and some pages narrow blanks between the digits.
const plainly = (typed: string): string => typed.normalize('NFKC')

/** A phone number in E.164 where it can be read, else null: an odd phone never costs the lead. */
export function readPhone(typed: string, defaultCountry: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  const plain = plainly(typed)
  // The library takes 00, as most of the world dials abroad, for that only where the site's own country does.
  const abroad = plain.replace(FROM_ABROAD, '+')
  const read = [parsePhoneNumberFromString(plain, country), parsePhoneNumberFromString(abroad)]
  return read.find((parsed) => parsed?.isValid())?.number ?? null
}

/**
 * A phone number as people write it: in the way of its country, with the country's code where it was typed with that;
 * as it was typed where it could not be read.
 */
export function writePhone(typed: string, e164: string | null): string {
  const parsed = e164 === null ? undefined : parsePhoneNumberFromString(e164)
  if (!parsed) return typed
  const code = parsed.countryCallingCode
  const plain = plainly(typed)
  const hasCode =
    WITH_PLUS.test(plain) ||
    FROM_ABROAD.test(plain) ||
    plain.replace(/\D/g, '').startsWith(FROM_NORTH_AMERICA + code)
  return hasCode && code !== '1' ? parsed.formatInternational() : parsed.formatNational()
}
