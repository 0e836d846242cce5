import { analyticsFields } from '#server/integrations/analytics-fields.ts'
import type { CrmContact } from '#server/integrations/crm.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { fieldNamed, type StoredField } from './stored-field.ts'

const KEPT_MS = 10 * 60 * 1000

/** A contact whose analytics values stand beside the ids of this location's fields for them. */
export type FilledContact = CrmContact & { fields: { id: string; value: string }[] }

/** Which custom field of the location holds which analytics value, remembered for a while. */
export type FieldIds = {
  /** The contact with the ids of the fields that its values go into; none where the location has no such fields. */
  fill(contact: CrmContact): Promise<FilledContact>
  /** Takes the fields as they were just read. */
  learn(fields: StoredField[]): void
  /** Forgets everything, so that the next contact asks again. */
  forget(): void
}

/** Field ids of one location, kept in memory. What a lead came for never waits for them: without fields it goes alone. */
export function rememberFieldIds(calls: ContactCalls, now: () => Date): FieldIds {
  let known: Map<string, string> | null = null
  let knownUntil = 0

  const learn = (fields: StoredField[]) => {
    known = new Map()
    for (const [key, name] of Object.entries(analyticsFields)) {
      const field = fieldNamed(fields, name)
      if (field) known.set(key, field.id)
    }
    knownUntil = now().getTime() + KEPT_MS
    return known
  }
  const ids = async () => {
    if (known && now().getTime() < knownUntil) return known
    // A token without the scope for fields delivers leads all the same.
    const fields = await calls.listFields().catch((error: unknown): StoredField[] => {
      if (error instanceof VendorError && !mayComeBack(error)) return []
      throw error
    })
    return learn(fields)
  }

  return {
    async fill(contact) {
      const values = Object.entries(contact.analytics ?? {}).filter(([, value]) => value.trim() !== '')
      if (values.length === 0) return { ...contact, fields: [] }
      const idOf = await ids()
      const fields = values.flatMap(([key, value]) => {
        const id = idOf.get(key)
        return id ? [{ id, value }] : []
      })
      return { ...contact, fields }
    },
    learn: (fields) => void learn(fields),
    forget() {
      known = null
    },
  }
}

const mayComeBack = ({ kind, retryable, status }: VendorError): boolean =>
  retryable && !isOwnersToMend(kind) && status !== 404
