import type { SavedContact } from '#server/integrations/crm.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { fieldsToCreate, fieldsToUpdate, hasEmail, samePhone } from './contact-fields.ts'
import { fallbackPlan } from './fallback-plan.ts'
import type { FilledContact } from './field-ids.ts'
import { VENDOR } from './settings.ts'
import type { StoredContact } from './stored-contact.ts'
import { PHONE_TAKEN, planWrite, type WritePlan } from './write-plan.ts'

const MOST_TRIES = 4

const PHONE_LOST = 'The CRM did not keep this phone number; it may belong to another contact.'

type Written = { stored: StoredContact; isNew: boolean }

async function write(calls: ContactCalls, { contact, target, phone }: WritePlan): Promise<Written> {
  if (!target) {
    const answer = await calls.upsert(fieldsToCreate(contact, phone))
    return { stored: answer.contact, isNew: answer.new ?? false }
  }
  const fields = fieldsToUpdate(contact, target, phone)
  if (Object.keys(fields).length === 0) return { stored: target, isNew: false }
  const stored = (await calls.update(target.id, fields)) ?? (await calls.read(target.id))
  return { stored, isNew: false }
}

/** An answer of 200 does not mean written: what came back decides. */
function whatWentWrong({ stored }: Written, { contact }: WritePlan): VendorError | null {
  if (hasEmail(stored, contact.email)) return null
  return stored.email
    ? new VendorError(`${VENDOR} keeps answering with another person's contact for this email.`, {
        vendor: VENDOR,
        kind: 'invalid-request',
      })
    : new VendorError(`${VENDOR} did not keep the email of the contact.`, {
        vendor: VENDOR,
        kind: 'vendor-fault',
      })
}

/** Creates or updates the one contact with this email; see `Crm.saveContact`. */
export async function saveContact(calls: ContactCalls, contact: FilledContact): Promise<SavedContact> {
  let plan = await planWrite(calls, contact)
  for (let tries = 1; ; tries++) {
    const written = await write(calls, plan).catch(async (error: unknown) => {
      const next = tries < MOST_TRIES ? await fallbackPlan(calls, plan, error) : null
      if (!next) throw error
      plan = next
      return null
    })
    if (!written) continue

    const wrong = whatWentWrong(written, plan)
    if (wrong) {
      // The CRM matched the phone's owner instead: only the email may decide, so it goes alone.
      if (plan.target || !plan.phone || tries >= MOST_TRIES) throw wrong
      plan = { ...plan, phone: null, warning: PHONE_TAKEN }
      continue
    }
    const { stored, isNew } = written
    const warning =
      plan.warning ?? (plan.phone && !samePhone(stored.phone, plan.phone) ? PHONE_LOST : undefined)
    return warning ? { contactId: stored.id, isNew, warning } : { contactId: stored.id, isNew }
  }
}
