import type { ContactCalls } from './contact-calls.ts'
import { hasEmail } from './contact-fields.ts'
import { nullWhenGone } from './null-when-gone.ts'

/**
 * Deletes the contact of an email; see `Crm.deleteContact`. One that goes by another email is someone else's and
 * stays, whatever id was remembered.
 */
export async function deleteContact(
  calls: ContactCalls,
  contact: { email: string; knownContactId: string | null },
): Promise<void> {
  const known = contact.knownContactId ? await calls.read(contact.knownContactId).catch(nullWhenGone) : null
  const found = known && hasEmail(known, contact.email) ? known : await calls.findByEmail(contact.email)
  if (found && hasEmail(found, contact.email)) await calls.remove(found.id).catch(nullWhenGone)
}
