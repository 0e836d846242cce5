import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { hasEmail, samePhone } from './contact-fields.ts'
import type { FilledContact } from './field-ids.ts'
import { nullWhenGone } from './null-when-gone.ts'
import type { StoredContact } from './stored-contact.ts'

/** What is about to be written, and to which contact. */
export type WritePlan = {
  contact: FilledContact
  /** The contact to change; null when the CRM has none for this email. */
  target: StoredContact | null
  /** The phone to write, or null when there is none or it belongs to someone else. */
  phone: string | null
  warning?: string
}

/** Said when a phone is left out because another contact has it. */
export const PHONE_TAKEN = 'The CRM has this phone number on another contact, so it was left out of this one.'

/** Said when a phone is left out because the CRM takes it for none. */
export const PHONE_REFUSED = 'The CRM did not take this phone number, so the contact was saved without it.'

async function ownContact(calls: ContactCalls, contact: FilledContact): Promise<StoredContact | null> {
  if (contact.knownContactId) {
    const known = await calls.read(contact.knownContactId).catch(nullWhenGone)
    if (known && (!known.email || hasEmail(known, contact.email))) return known
  }
  const found = await calls.findByEmail(contact.email)
  return found && hasEmail(found, contact.email) ? found : null
}

/**
 * Looks before anything is written. The CRM's own matching goes by phone as well as by email: left to itself
 * it would put this person's email on whoever has the same phone. So the email alone decides which contact it
 * is, and a phone goes along only when it is free, or is on a contact that has no email yet.
 */
export async function planWrite(calls: ContactCalls, contact: FilledContact): Promise<WritePlan> {
  const own = await ownContact(calls, contact)
  const { phone } = contact
  if (!phone || (own && samePhone(own.phone, phone))) return { contact, target: own, phone }
  const holder = await calls.findByPhone(phone).catch(refusedPhone)
  if (holder === 'refused') return { contact, target: own, phone: null, warning: PHONE_REFUSED }
  if (!holder || holder.id === own?.id) return { contact, target: own, phone }
  if (!own && (!holder.email || hasEmail(holder, contact.email))) return { contact, target: holder, phone }
  return { contact, target: own, phone: null, warning: PHONE_TAKEN }
}

/** An odd phone must never cost the lead, wherever the CRM stumbles over it (docs/spec.md, 'Tags and rules'). */
function refusedPhone(error: unknown): 'refused' {
  if (error instanceof VendorError && error.kind === 'invalid-request') return 'refused'
  throw error
}
