import type { WebhookVendor } from '#contract/webhooks.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { identifyDelivery } from './identify-delivery.ts'
import { processDeliveryJob } from './process-delivery.ts'
import { insertDelivery, reopenDelivery } from './store.ts'

const NOT_JSON = 'The body is not JSON. If the vendor offers a body template of your own, leave it empty.'

/**
 * Stores a signed call as it came, with the job that works it off in the same transaction. The same call again is
 * stored once; one that cannot be read is set aside with the reason instead of being lost.
 */
export async function receiveDelivery(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  vendor: WebhookVendor,
  body: Buffer,
  at: Date,
): Promise<void> {
  const { eventId, kind, isJson } = identifyDelivery(vendor, body)
  await parts.database.transaction().execute(async (transaction) => {
    const id = parts.newId()
    const isNew = await insertDelivery(transaction, {
      id,
      vendor,
      event_id: eventId,
      kind,
      received_at: at,
      // No database takes a zero character; JSON never holds a bare one.
      body: body.toString('utf8').replaceAll('\0', '\ufffd'),
      state: isJson ? 'waiting' : 'parked',
      reason: isJson ? null : NOT_JSON,
      failure_kind: isJson ? null : 'unusable',
    })
    if (isNew && isJson) await parts.queue.send(transaction, processDeliveryJob, { deliveryId: id })
  })
}

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
