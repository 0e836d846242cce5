import type { Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'

/** The name of the job that brings the CRM up to date with a lead. */
export const deliverLeadToCrmJob = 'deliver-lead-to-crm'

/**
 * Has the CRM brought up to date with a lead, by a job that exists exactly when the transaction commits. `once`: a
 * single try beside the tries that the lead has already.
 */
export async function orderDelivery(
  queue: Pick<Queue, 'send'>,
  transaction: Queryable,
  leadId: string,
  { once = false }: { once?: boolean } = {},
): Promise<void> {
  await queue.send(transaction, deliverLeadToCrmJob, { leadId, ...(once ? { once } : {}) })
}
