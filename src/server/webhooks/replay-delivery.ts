import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { processDeliveryJob } from './process-delivery.ts'
import { reopenDelivery } from './store.ts'

/** Works a delivery off once more that was set aside. */
export async function replayDelivery(
  parts: { database: Database; queue: Pick<Queue, 'send'> },
  id: string,
  at: Date,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    if (!isId(id) || !(await reopenDelivery(transaction, id, at)))
      throw new Refusal('not-found', 'There is no delivery with this id that was set aside.')
    await parts.queue.send(transaction, processDeliveryJob, { deliveryId: id })
  })
}
