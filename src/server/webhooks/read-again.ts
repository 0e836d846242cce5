import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Queue } from '#server/platform/queue.ts'
import { processDeliveryJob } from './process-delivery.ts'
import { reopenToReadAgain } from './store.ts'

/** Works deliveries off once more that came before this version knew what to do with them; each once, in one of the processes. */
export async function readAgain(parts: {
  database: Database
  queue: Pick<Queue, 'send'>
  clock: Clock
}): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const ids = await reopenToReadAgain(transaction, parts.clock.now())
    if (ids.length === 0) return
    const jobs = ids.map((deliveryId) => ({ deliveryId }))
    await parts.queue.send(transaction, processDeliveryJob, jobs)
  })
}
