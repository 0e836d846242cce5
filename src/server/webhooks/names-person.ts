import type { WebhookVendor } from '#contract/webhooks.ts'

// Who offers the call, or moved or cancelled it: the coach stands there in the news of everybody's.
const SAYS_WHO_HOSTS = new Set(['organizer', 'team', 'destinationCalendar', 'rescheduledBy', 'cancelledBy'])

/**
 * Whether what a vendor delivered names somebody by one of their emails or phones: as a whole, not inside another's, and
 * not only as the host of the call.
 */
export function namesPerson(
  { vendor, body }: { vendor: WebhookVendor; body: string },
  { emails, phones }: { emails: string[]; phones: string[] },
): boolean {
  const text = plainText(vendor, body)
  return [...emails.map(patternOfEmail), ...phones.map(patternOfPhone)].some((pattern) => pattern.test(text))
}

/** A body's words without the signs that JSON and forms put around and into them. */
function plainText(vendor: WebhookVendor, body: string): string {
  return withoutHosts(vendor, body)
    .replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, ' ')
    .replaceAll(/%([2-7][0-9a-f])/gi, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function withoutHosts(vendor: WebhookVendor, body: string): string {
  const isKept = (key: string) => vendor !== 'cal' || !SAYS_WHO_HOSTS.has(key)
  try {
    return JSON.stringify(JSON.parse(body, (key, value: unknown) => (isKept(key) ? value : undefined)))
  } catch {
    return body
  }
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

// What joins on to an address makes another one of it; a full stop that ends a sentence does not.
const patternOfEmail = (email: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}][._+-]{0,3})${escaped(email)}(?![.-]?[\\p{L}\\p{N}])`, 'iu')

// A form writes a space as a plus.
const patternOfPhone = (phone: string): RegExp =>
  new RegExp(`(?<!\\d)${escaped(phone).replaceAll(' ', '[ +]')}(?!\\d)`, 'iu')
