import type { Crm, CrmContact, SavedContact } from '#server/integrations/crm.ts'
import { addTag, removeTag } from './add-tag.ts'
import { createAllowance } from './allowance.ts'
import { RefusedByCrm } from './answer-to-error.ts'
import { contactCalls } from './contact-calls.ts'
import { deleteContact } from './delete-contact.ts'
import { ensureFields } from './ensure-fields.ts'
import { rememberFieldIds } from './field-ids.ts'
import { nullWhenGone } from './null-when-gone.ts'
import { createRequest } from './request.ts'
import { saveContact } from './save-contact.ts'
import type { GoHighLevelSettings } from './settings.ts'

// Two looks and a write, and one more for the rare detour; a tag, and a look whether it is there.
const SAVE_CALLS = 4
const TAG_CALLS = 2
const DELETE_CALLS = 5

/** The CRM port over GoHighLevel's API. Keep one per token: it remembers how much of the allowance is left. */
export function createGoHighLevel(settings: GoHighLevelSettings): Crm {
  const now = settings.now ?? (() => new Date())
  const allowance = createAllowance(now, settings.random ?? Math.random)
  const calls = contactCalls(createRequest(settings, allowance), settings.locationId)
  const fieldIds = rememberFieldIds(calls, now)

  const within = async <T>(count: number, task: () => Promise<T>): Promise<T> => {
    await settings.sharedAllowance?.waitForRoom(count)
    const end = allowance.begin(count)
    try {
      return await task()
    } finally {
      end()
    }
  }

  /** A field that is gone never costs the lead: its id is looked up again, and then it goes without. */
  const save = async (contact: CrmContact): Promise<SavedContact> => {
    for (const isLast of [false, true])
      try {
        return await saveContact(calls, await fieldIds.fill(contact))
      } catch (error) {
        if (!(error instanceof RefusedByCrm && error.complainsOf.includes('custom-field'))) throw error
        fieldIds.forget()
        if (isLast) break
      }
    return saveContact(calls, { ...contact, fields: [] })
  }

  return {
    saveContact: (contact) => within(SAVE_CALLS, () => save(contact)),
    addTag: (contactId, tag) => within(TAG_CALLS, () => addTag(calls, contactId, tag)),
    removeTag: (contactId, tag) => within(1, () => removeTag(calls, contactId, tag)),
    async ensureAnalyticsFields() {
      const { outcomes, fields } = await ensureFields(calls)
      fieldIds.learn(fields)
      return outcomes
    },
    async check() {
      // Each needs another scope; what may be written shows with the first lead.
      await calls.findByEmail('connection-check@example.com')
      await calls.listFields()
    },
    async readContact(contactId) {
      const stored = await within(1, () => calls.read(contactId).catch(nullWhenGone))
      if (!stored) return null
      const further = (stored.additionalEmails ?? []).map(({ email }) => email)
      return { emails: stored.email ? [stored.email, ...further] : further, tags: stored.tags ?? [] }
    },
    deleteContact: (contact) => within(DELETE_CALLS, () => deleteContact(calls, contact)),
  }
}
