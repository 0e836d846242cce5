import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

const FROM_ABROAD = /^[\s(]*00/

/** A phone number in E.164 where it can be read, else null: an odd phone never costs the lead. */
export function readPhone(typed: string, defaultCountry: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  // The library takes 00, as most of the world dials abroad, for that only where the site's own country does.
  const abroad = typed.replace(FROM_ABROAD, '+')
  const read = [parsePhoneNumberFromString(typed, country), parsePhoneNumberFromString(abroad)]
  return read.find((parsed) => parsed?.isValid())?.number ?? null
}

/**
 * A phone number as people write it: in the way of its country, with the country's code where it was typed with that;
 * as it was typed where it could not be read.
 */
export function writePhone(typed: string, e164: string | null): string {
  const parsed = e164 === null ? undefined : parsePhoneNumberFromString(e164)
  if (!parsed) return typed
  const isForeign = /^\s*(\+|00)/.test(typed) && parsed.countryCallingCode !== '1'
  return isForeign ? parsed.formatInternational() : parsed.formatNational()
}
