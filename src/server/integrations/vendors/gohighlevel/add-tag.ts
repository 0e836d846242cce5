import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { VENDOR } from './settings.ts'

const isTag = (tag: string) => (one: string) => one.trim().toLowerCase() === tag.toLowerCase()

const fault = (what: string): VendorError =>
  new VendorError(`${VENDOR} ${what}.`, { vendor: VENDOR, kind: 'vendor-fault' })

/** Adds the tag and makes sure that it is there; see `Crm.addTag`. The CRM lower-cases tags by itself. */
export async function addTag(calls: ContactCalls, contactId: string, tag: string): Promise<void> {
  const wanted = tag.trim()
  if ((await calls.addTags(contactId, [wanted])).some(isTag(wanted))) return
  // The documentation leaves open which tags the answer lists, so the contact itself is asked.
  const { tags } = await calls.read(contactId)
  if (!tags?.some(isTag(wanted))) throw fault(`did not keep the tag "${wanted}"`)
}

/** Takes the tag off and makes sure that it is gone; see `Crm.removeTag`. */
export async function removeTag(calls: ContactCalls, contactId: string, tag: string): Promise<void> {
  const unwanted = tag.trim()
  // As the owner writes it and as the CRM keeps it: whether it tells them apart here is not documented.
  const left = await calls.removeTags(contactId, [...new Set([unwanted, unwanted.toLowerCase()])])
  if (left.some(isTag(unwanted))) throw fault(`did not take the tag "${unwanted}" off`)
}
