const E164 = /^\+[1-9]\d{1,14}$/

/** The link that dials a number; undefined for anything but E.164, because a phone obeys codes such as `*21*…#`. */
export const telLink = (phoneE164: string | null | undefined): string | undefined =>
  phoneE164 && E164.test(phoneE164) ? `tel:${phoneE164}` : undefined

/** Whether mail can arrive at an address: not where it is missing, or stands in the place of an erased person's. */
export const takesMail = (email: string): boolean => email !== '' && !email.endsWith('@erased.invalid')

/** The link that writes to an email address, and adds neither a recipient nor a subject that hides in it. */
export function mailLink(email: string): string {
  const at = email.lastIndexOf('@')
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`
}
