import type { CreatedFields } from '#contract/crm-fields.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { isOwnersToMend, VendorError } from '#server/integrations/vendor-error.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Makes sure that the CRM has every analytics field and says what became of each. */
export async function createAnalyticsFields(crm: Crm | undefined): Promise<CreatedFields> {
  if (!crm) throw new Refusal('conflict', 'No CRM is connected yet.')
  const outcomes = await crm.ensureAnalyticsFields().catch((error: unknown) => {
    throw error instanceof VendorError ? asRefusal(error) : error
  })
  const results = outcomes.flatMap((one) =>
    'outcome' in one ? [{ name: one.name, outcome: one.outcome }] : [],
  )
  const errors = outcomes.flatMap((one) => ('reason' in one ? [{ name: one.name, error: one.reason }] : []))
  return { success: errors.length === 0, results, errors }
}

/** A vendor's failure as the owner's call answers it: try again later, or something to put right. */
export const asRefusal = ({ message, retryable, kind }: VendorError): Refusal =>
  retryable && !isOwnersToMend(kind)
    ? new Refusal('busy', message, { retryAfterSeconds: 30 })
    : new Refusal('conflict', message)
