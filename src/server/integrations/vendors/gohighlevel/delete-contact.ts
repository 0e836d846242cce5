import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { hasEmail } from './contact-fields.ts'
import { nullWhenGone } from './null-when-gone.ts'
import { VENDOR } from './settings.ts'

// A sub-account may allow several contacts of one email; whoever asks again goes on with what is left.
const MOST_AT_ONCE = 5

/**
 * Deletes every contact of an email; see `Crm.deleteContact`. One that goes by another email is someone else's and
 * stays, whatever id was remembered.
 */
export async function deleteContact(
  calls: ContactCalls,
  contact: { email: string; knownContactId: string | null },
): Promise<void> {
  const known = contact.knownContactId
    ? await calls.read(contact.knownContactId).catch(nullWhenNotHere)
    : null
  const deleted = new Set<string>()
  let found = known && hasEmail(known, contact.email) ? known : await calls.findByEmail(contact.email)
  // What the search still finds after it was deleted is gone all the same.
  while (found && hasEmail(found, contact.email) && !deleted.has(found.id)) {
    if (deleted.size === MOST_AT_ONCE)
      throw new VendorError(`${VENDOR} has more contacts of this email than are deleted at once.`, {
        vendor: VENDOR,
        kind: 'vendor-fault',
      })
    await deleteOne(calls, found.id)
    deleted.add(found.id)
    found = await calls.findByEmail(contact.email)
  }
}

/** An id may be of the sub-account that was connected before; where the token itself is refused, the search is as well. */
function nullWhenNotHere(error: unknown): null {
  if (error instanceof VendorError && error.kind === 'refused-credentials') return null
  return nullWhenGone(error)
}

async function deleteOne(calls: ContactCalls, id: string): Promise<void> {
  await calls.remove(id).catch(nullWhenGone)
  // An answer of 200 does not mean done, and whoever is told that they were erased has to be.
  const left = await calls.read(id).catch(nullWhenGone)
  if (left && !left.deleted)
    throw new VendorError(`${VENDOR} did not delete the contact.`, { vendor: VENDOR, kind: 'vendor-fault' })
}
