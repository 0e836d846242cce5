import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { hasEmail } from './contact-fields.ts'
import { nullWhenGone } from './null-when-gone.ts'
import { VENDOR } from './settings.ts'

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
  if (!found || !hasEmail(found, contact.email)) return
  await calls.remove(found.id).catch(nullWhenGone)
  // An answer of 200 does not mean done, and whoever is told that they were erased has to be.
  const left = await calls.read(found.id).catch(nullWhenGone)
  if (left && !left.deleted)
    throw new VendorError(`${VENDOR} did not delete the contact.`, { vendor: VENDOR, kind: 'vendor-fault' })
}
