import { analyticsFields } from '#server/integrations/analytics-fields.ts'
import type { EnsuredField } from '#server/integrations/crm.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'
import type { ContactCalls } from './contact-calls.ts'
import { fieldNamed, type StoredField } from './stored-field.ts'

/**
 * Creates the analytics fields that are missing and returns what became of each, with the fields as they are then. A
 * refusal is held against the CRM's own list before it counts: it has been seen to refuse and create all the same.
 */
export async function ensureFields(
  calls: ContactCalls,
): Promise<{ outcomes: EnsuredField[]; fields: StoredField[] }> {
  const names = Object.values(analyticsFields)
  const before = await calls.listFields()
  const missing = names.filter((name) => !fieldNamed(before, name))
  const failed = new Map<string, VendorError>()
  let stop: VendorError | null = null
  for (const name of missing) {
    const error: VendorError | null = stop ?? (await calls.createField(name).then(() => null, vendorError))
    if (!error) continue
    failed.set(name, error)
    // What keeps one field away keeps all of them away; a lost answer may be only one's own.
    if (isOwnersToMend(error.kind) || error.kind === 'rate-limited') stop = error
    else if (error.retryable) stop = await calls.listFields().then(() => null, vendorError)
  }
  const after = missing.length === 0 ? before : await calls.listFields().catch(() => null)
  const outcomes = names.map((name): EnsuredField => {
    if (!missing.includes(name)) return { name, outcome: 'there' }
    const error = failed.get(name)
    const isThere = after ? fieldNamed(after, name) !== undefined : !error
    if (isThere) return { name, outcome: error?.kind === 'invalid-request' ? 'there' : 'created' }
    return { name, reason: error?.message ?? 'The CRM did not keep this field.' }
  })
  return { outcomes, fields: after ?? before }
}

function vendorError(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  throw error
}
