import type { Crm } from './integrations/crm.ts'
import { VendorError } from './integrations/vendor-error.ts'
import { deliverLeadToCrm, deliverLeadToCrmJob } from './leads/deliver-lead-to-crm.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { NewId } from './platform/ids.ts'
import type { Live } from './platform/live.ts'
import type { Queue } from './platform/queue.ts'
import { workDelivery, workDeliveryJob } from './webhooks/work-delivery.ts'

/** Every kind of job there is. */
export const jobNames = [deliverLeadToCrmJob, workDeliveryJob]

/** What the workers need. Without a CRM its jobs wait in the queue until a start brings one. */
export type JobParts = {
  database: Database
  crm: Crm | undefined
  clock: Clock
  newId: NewId
  live: Live
  defaultCountry: string
}

/** Starts working off the queue: which job does what. */
export async function startJobs(queue: Queue, parts: JobParts): Promise<void> {
  const { crm } = parts
  if (crm)
    await queue.work(deliverLeadToCrmJob, ({ leadId, once }) => {
      const delivered = deliverLeadToCrm({ ...parts, crm }, String(leadId))
      return once ? delivered.catch(leaveToTheOthers) : delivered
    })
  const work = { ...parts, queue, job: deliverLeadToCrmJob }
  await queue.work(workDeliveryJob, ({ deliveryId }) => workDelivery(work, String(deliveryId)))
}

/** An extra try that the owner asked for: the lead's own tries go on, so its failure is noted and no more. */
function leaveToTheOthers(error: unknown): void {
  if (!(error instanceof VendorError)) throw error
}
