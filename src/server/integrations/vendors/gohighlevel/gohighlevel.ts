import type { Crm } from '#server/integrations/crm.ts'
import { addTag } from './add-tag.ts'
import { createAllowance } from './allowance.ts'
import { contactCalls } from './contact-calls.ts'
import { createRequest } from './request.ts'
import { saveContact } from './save-contact.ts'
import type { GoHighLevelSettings } from './settings.ts'

// Two looks and a write, and one more for the rare detour; a tag, and a look whether it is there.
const SAVE_CALLS = 4
const TAG_CALLS = 2

/** The CRM port over GoHighLevel's API. Keep one per token: it remembers how much of the allowance is left. */
export function createGoHighLevel(settings: GoHighLevelSettings): Crm {
  const allowance = createAllowance(settings.now ?? (() => new Date()), settings.random ?? Math.random)
  const calls = contactCalls(createRequest(settings, allowance), settings.locationId)

  const within = async <T>(count: number, task: () => Promise<T>): Promise<T> => {
    const end = allowance.begin(count)
    try {
      return await task()
    } finally {
      end()
    }
  }

  return {
    saveContact: (contact) => within(SAVE_CALLS, () => saveContact(calls, contact)),
    addTag: (contactId, tag) => within(TAG_CALLS, () => addTag(calls, contactId, tag)),
  }
}
