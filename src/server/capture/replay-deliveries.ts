import type { Database, Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { findLog, unparkTags } from '#server/tagging/store.ts'
import { failedLeads, lockDelivery, resetDelivery } from './delivery-store.ts'

/** What trying deliveries again needs. */
export type ReplayParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  isCrmConnected(): boolean
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
    return { queued: 1, message: nextWords(parts.isCrmConnected()) }
  })
}

/** What happens to what was put back into the queue. */
export const nextWords = (isCrmConnected: boolean): string =>
  isCrmConnected ? 'It is tried again now.' : 'It waits until a CRM is connected.'

const AT_ONCE = 500

/** Puts every failed delivery back into the queue, oldest first and at most 500 at once. */
export async function replayFailed(parts: ReplayParts): Promise<Replayed> {
  return parts.database.transaction().execute(async (transaction) => {
    const { ids, total } = await failedLeads(transaction, AT_ONCE)
    let queued = 0
    for (const leadId of ids) if (await requeueLead(parts, transaction, leadId)) queued += 1
    const left = total - ids.length
    const message =
      queued === 0
        ? 'Nothing to do: no delivery has failed.'
        : left > 0
          ? `${left} more are left: press again for the next ones.`
          : nextWords(parts.isCrmConnected())
    return { queued, message }
  })
}

/**
 * Puts a failed delivery back into the queue with its parked tags; false where nothing has failed or it is in the
 * queue already. One that still has tries of its own gets a single one beside them, so that asking often never
 * multiplies them.
 */
export async function requeueLead(
  parts: { queue: Pick<Queue, 'send'> },
  transaction: Queryable,
  leadId: string,
): Promise<boolean> {
  const state = await lockDelivery(transaction, leadId)
  const unparked = await unparkTags(transaction, leadId)
  if (state !== 'failing' && state !== 'parked' && unparked === 0) return false
  await resetDelivery(transaction, leadId)
  await orderDelivery(parts.queue, transaction, leadId, { once: state === 'failing' })
  return true
}
