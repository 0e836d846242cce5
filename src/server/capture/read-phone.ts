import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number in E.164 where it can be read, else null: an odd phone never costs the lead. */
export function readPhone(typed: string, defaultCountry: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  const parsed = parsePhoneNumberFromString(typed, country)
  return parsed?.isValid() ? parsed.number : null
}
