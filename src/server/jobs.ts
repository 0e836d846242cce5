import type { Crm } from './integrations/crm.ts'
import { deliverLeadToCrm, deliverLeadToCrmJob } from './leads/deliver-lead-to-crm.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { NewId } from './platform/ids.ts'
import type { Live } from './platform/live.ts'
import type { Queue } from './platform/queue.ts'

/** Every kind of job there is. */
export const jobNames = [deliverLeadToCrmJob]

/** What the workers need. Without a CRM its jobs wait in the queue until a start brings one. */
export type JobParts = { database: Database; crm: Crm | undefined; clock: Clock; newId: NewId; live: Live }

/** Starts working off the queue: which job does what. */
export async function startJobs(queue: Queue, parts: JobParts): Promise<void> {
  const { crm } = parts
  if (crm)
    await queue.work(deliverLeadToCrmJob, ({ leadId }) => deliverLeadToCrm({ ...parts, crm }, String(leadId)))
}
