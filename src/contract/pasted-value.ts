import { plainText } from './plain-text.ts'
import type { EnteredVendor, VendorFieldName } from './vendor-settings.ts'

/** What a pasted text comes to: the value to keep, or one sentence that says what is wrong with it. */
export type PastedValue = { value: string } | { problem: string }

const LONGEST = 2000
const SHORTEST_SECRET = 16
const QUOTES = /^(["'`“”‘’«»])(.*)(["'`“”‘’«»])$/s
// What people copy along with a token: the header's name, the scheme, the variable's name.
const BEFORE = /^(?:authorization\s*:\s*|bearer\s+|[A-Z][A-Z0-9_]{3,}\s*=\s*)/

/** A pasted text without the blanks, quotes, 'Bearer ' and the like that were copied along with it. */
export function withoutSurroundings(text: string): string {
  let rest = plainText(text).trim()
  for (;;) {
    const inner = rest.replace(QUOTES, '$2').trim()
    const next = inner.replace(/^(authorization|bearer)\b/i, (word) => word.toLowerCase()).replace(BEFORE, '')
    const shorter = next.length < inner.length ? next.trim() : inner
    if (shorter === rest) return rest
    rest = shorter
  }
}

/** How fields are called in sentences, by vendor where it matters. */
const fieldLabels: Record<EnteredVendor, Partial<Record<VendorFieldName, string>>> = {
  crm: { token: 'Token', locationId: 'Location id' },
  typeform: { secret: 'Secret' },
  cal: { secret: 'Secret' },
  stripe: { secret: 'Signing secret' },
  voice: { secret: 'Secret', url: 'Address that starts a call' },
  meta: { token: 'Access token', testEventCode: 'Test event code' },
  'meta-ads': { token: 'Access token', accountId: 'Ad account id' },
}

/** The name of a vendor's field for people. */
export const fieldLabel = (vendor: EnteredVendor, name: VendorFieldName): string =>
  fieldLabels[vendor][name] ?? name

/**
 * Reads what somebody pasted into a vendor's field. What was copied along is left out; what cannot be the value at all
 * is refused with a sentence that names the field and never repeats what was pasted. An empty text is an empty value.
 */
export function readPasted(vendor: EnteredVendor, name: VendorFieldName, text: string): PastedValue {
  const value = withoutSurroundings(text)
  const label = fieldLabel(vendor, name)
  const no = (problem: string): PastedValue => ({ problem: `${label}: ${problem}` })
  if (value === '') return { value }
  if (value.length > LONGEST) return no('this is too long to be one. Copy it alone.')
  if (/\s/.test(value)) return no('there is a blank or a line break in the middle. Copy it alone.')
  if (!/^[\x21-\x7e]+$/.test(value)) return no('it holds a character that no such value has. Copy it again.')
  // Dots or stars in place of letters are what vendors show once a secret is hidden.
  if (/^[*.]+$|\*{4,}/.test(value)) return no('these are the stars that stand for it. Copy the value itself.')
  return readers[name](vendor, value, no)
}

type Reader = (vendor: EnteredVendor, value: string, no: (problem: string) => PastedValue) => PastedValue

/** Whether a text is one of the checkout's API keys, which stand beside the signing secret and sign nothing. */
const isApiKey = (value: string): boolean => /^[a-z]k_/.test(value)

const isAddress = (value: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(value)

const readers: Record<VendorFieldName, Reader> = {
  token(vendor, value, no) {
    if (isAddress(value)) return no('this is an address, not a token.')
    if (value.includes('@')) return no('this is an email address, not a token.')
    if (/^\d+$/.test(value))
      return no(
        vendor.startsWith('meta')
          ? 'this is a number, such as the id of a pixel or an account, not a token.'
          : 'this is a number.',
      )
    if (vendor === 'crm' && value.startsWith('eyJ'))
      return no('this is an old API key, which is no longer accepted. Create a private integration.')
    if (value.length < 12) return no('this is too short to be one. Copy the whole of it.')
    return { value }
  },
  locationId(_vendor, value, no) {
    // The address of any page of the sub-account holds it.
    const found = /\/location\/([A-Za-z0-9_-]+)/.exec(value)?.[1] ?? value
    if (found.startsWith('pit-')) return no('this is the token. The id is letters and digits alone.')
    return /^[A-Za-z0-9_-]{3,64}$/.test(found)
      ? { value: found }
      : no('it is letters and digits alone, such as ve9EPM428h8vShlRW1KT.')
  },
  secret(vendor, value, no) {
    if (isAddress(value)) return no('this is an address, not a secret.')
    if (vendor === 'stripe' && !value.startsWith('whsec_'))
      return no(
        isApiKey(value)
          ? 'this is an API key, which is never needed here. The signing secret starts with whsec_.'
          : 'it starts with whsec_.',
      )
    if (value.length < SHORTEST_SECRET)
      return no(`it must have at least ${SHORTEST_SECRET} characters, so that nobody guesses it.`)
    return value.length > 200 ? no('it may have at most 200 characters.') : { value }
  },
  url(_vendor, value, no) {
    const address = URL.parse(value)
    if (!address || !isAddress(value)) return no('enter an address that starts with https://.')
    return { value: address.href }
  },
  accountId(_vendor, value, no) {
    // The address of any page of the Ads Manager holds it.
    const found = /[?&]act=(\d+)/.exec(value)?.[1] ?? value.replace(/^act_/i, '')
    return /^\d{5,25}$/.test(found) ? { value: found } : no('it is digits alone, such as 1234567890123456.')
  },
  testEventCode(_vendor, value, no) {
    return /^[A-Za-z0-9]{4,40}$/.test(value) ? { value } : no('it looks like TEST12345.')
  },
}
