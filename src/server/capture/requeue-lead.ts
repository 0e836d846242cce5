import type { Queryable } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { unparkTags } from '#server/tagging/store.ts'
import { lockDelivery, resetDelivery } from './delivery-store.ts'

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
