import type { Attribution, AttributionKey } from '#contract/attribution.ts'

/** The attribution an application form is given (docs/spec.md, 'Video pages'). */
const formKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'fbclid',
  'fbc',
  'fbp',
  'utm_campaign_id',
  'utm_adset',
  'utm_adset_id',
  'utm_ad',
  'utm_ad_id',
  'utm_placement',
] as const satisfies readonly AttributionKey[]

// What the vendor's own embedding says: its messages carry an id, and leaving the form is left to this page.
const EMBEDDED = {
  'typeform-embed': 'embed-widget',
  'typeform-embed-id': 'application',
  'typeform-embed-handles-redirect': '1',
}

/** A name split at its first space. */
function splitName(name: string): { first: string; last: string } {
  const trimmed = name.trim()
  const space = trimmed.indexOf(' ')
  return space < 0
    ? { first: trimmed, last: '' }
    : { first: trimmed.slice(0, space), last: trimmed.slice(space + 1).trim() }
}

/** Whether a form's host is Typeform, whose forms tell the page around them how they fare. */
export const isTypeform = (host: string): boolean => /(^|\.)typeform\.(com|eu)$/.test(host)

/**
 * The application form's address with everything known filled in. A Typeform reads hidden fields from the fragment,
 * which never reaches a server log or a referrer; its tracking and any other form's fields go into the query.
 */
export function applicationAddress(
  form: string,
  lead: { id?: string; name: string; email: string; phone: string } | undefined,
  attribution: Attribution,
  embedded: boolean,
): string {
  const address = new URL(form)
  const { first, last } = splitName(lead?.name ?? '')
  const person = {
    first_name: first,
    last_name: last,
    email: lead?.email,
    phone_number: lead?.phone,
    lead_id: lead?.id,
  }
  const known = { ...person, ...Object.fromEntries(formKeys.map((key) => [key, attribution[key]])) }
  const present = Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (isTypeform(address.hostname)) {
    for (const [key, value] of present) if (key.startsWith('utm_')) address.searchParams.set(key, value)
    if (embedded) for (const [key, value] of Object.entries(EMBEDDED)) address.searchParams.set(key, value)
    // Percent-encoded, so that the plus of a phone number stays a plus.
    address.hash = present.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')
  } else for (const [key, value] of present) address.searchParams.set(key, value)
  return address.href
}
