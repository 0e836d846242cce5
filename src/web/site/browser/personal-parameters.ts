const PERSONAL_KEY =
  /^(e?mail|emailaddress|useremail|phone|phonenumber|tel|telephone|mobile|name|fullname|firstname|lastname|fname|lname|attendee(first|last)?name|attendeeemail|attendeephonenumber|guestemails|guests|title|description|location|notes|uid|rescheduleuid|seatreferenceuid)(\[\])?$/

// An address may be encoded a second time inside its value.
const EMAIL_INSIDE = /[^\s@]+(?:@|%(?:25)*40)[^\s@]+\.[^\s@]+/i

/** Whether a parameter tells who someone is, by its name or by an email address inside its value. */
export const isPersonal = (key: string, value: string): boolean =>
  PERSONAL_KEY.test(key.toLowerCase().replace(/[_\-. ]/g, '')) || EMAIL_INSIDE.test(value)

/**
 * A query string parted in two: what may stay in the address bar, and what was personal (docs/spec.md, 'Addresses').
 */
export function partedQuery(search: string): { search: string; personal: Record<string, string> } {
  const kept = new URLSearchParams()
  const personal: Record<string, string> = {}
  let removed = false
  for (const [key, value] of new URLSearchParams(search)) {
    if (isPersonal(key, value)) {
      // A calendar's redirect may name the same person twice; the last one is the one that booked.
      personal[key] = value
      removed = true
    } else kept.append(key, value)
  }
  const rest = kept.toString()
  return { search: removed ? rest && `?${rest}` : search, personal }
}

/** An address as it may be reported: without personal parameters and without its fragment. */
export function reportableAddress(address: string): string {
  const [beforeFragment = ''] = address.split('#')
  const at = beforeFragment.indexOf('?')
  if (at < 0) return beforeFragment
  return beforeFragment.slice(0, at) + partedQuery(beforeFragment.slice(at)).search
}
