import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { VENDOR } from './settings.ts'

/** Adds the tag and makes sure that it is there; see `Crm.addTag`. The CRM lower-cases tags by itself. */
export async function addTag(calls: ContactCalls, contactId: string, tag: string): Promise<void> {
  const wanted = tag.trim()
  const isWanted = (one: string) => one.trim().toLowerCase() === wanted.toLowerCase()
  if ((await calls.addTags(contactId, [wanted])).some(isWanted)) return
  // The documentation leaves open which tags the answer lists, so the contact itself is asked.
  const { tags } = await calls.read(contactId)
  if (!tags?.some(isWanted)) {
    throw new VendorError(`${VENDOR} did not keep the tag "${wanted}".`, {
      vendor: VENDOR,
      kind: 'vendor-fault',
    })
  }
}
