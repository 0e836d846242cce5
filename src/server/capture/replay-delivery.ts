import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLog } from '#server/tagging/store.ts'
import { requeueLead } from './requeue-lead.ts'

/** What trying deliveries again needs. */
export type ReplayParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  isCrmConnected: boolean
}

/** What came of asking for another try, in numbers and in one sentence. */
export type Replayed = { queued: number; message: string }

/**
 * Puts the delivery behind a log row back into the queue, where it is not there already. What the CRM has is
 * never sent again.
 */
export async function replayDelivery(parts: ReplayParts, logId: string): Promise<Replayed> {
  return parts.database.transaction().execute(async (transaction) => {
    const log = isId(logId) ? await findLog(transaction, logId) : undefined
    if (!log) throw new Refusal('not-found', 'There is no such log entry.')
    if (log.tag_state === 'delivered')
      return { queued: 0, message: 'Nothing to do: the CRM has this tag by now.' }
    if (log.status !== 'error') return { queued: 0, message: 'Nothing to do: this execution did not fail.' }
    if (!(await requeueLead(parts, transaction, log.lead_id)))
      return { queued: 0, message: 'It is in the queue already.' }
    return { queued: 1, message: nextWords(parts.isCrmConnected) }
  })
}

/** What happens to what was put back into the queue. */
export const nextWords = (isCrmConnected: boolean): string =>
  isCrmConnected ? 'It is tried again now.' : 'It waits until a CRM is connected.'
