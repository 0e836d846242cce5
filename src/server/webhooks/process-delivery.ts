import { ZodError } from 'zod'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { receiveApplication } from '#server/applications/receive-application.ts'
import { receiveBooking } from '#server/bookings/receive-booking.ts'
import type { CaptureTokens } from '#server/capture/capture-token.ts'
import { type DeliveryHandler, ofErased } from '#server/external-events/delivery-handler.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { leadsOfDelivery } from '#server/external-events/store.ts'
import { failureOf } from '#server/integrations/failure.ts'
import { receivePayment } from '#server/payments/receive-payment.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import type { Queue } from '#server/platform/queue.ts'
import { receiveCall } from '#server/voice/receive-call.ts'
import { emptyDelivery, lockWaiting, noteFailure, settleDelivery } from './store.ts'

/** The job's name in the queue. */
export const processDeliveryJob = 'work-webhook-delivery'

/** What working off needs. */
export type ProcessParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  captureTokens: CaptureTokens
  clock: Clock
  live: Pick<Live, 'changed'>
  defaultCountry: string
}

/** A delivery that no repetition makes usable; its message is one plain sentence for the owner. */
class Unusable extends Error {}

const handlers: Record<WebhookVendor, DeliveryHandler> = {
  cal: receiveBooking,
  typeform: receiveApplication,
  stripe: receivePayment,
  voice: receiveCall,
}

const GIVE_UP_AFTER_MS = 72 * 3_600_000

/**
 * Turns a stored delivery into what it means, in one transaction; doing it twice changes nothing. Throws when trying
 * again later makes sense; sets the delivery aside with the reason when it does not, or when 72 hours have passed.
 */
export async function processDelivery(parts: ProcessParts, deliveryId: string): Promise<void> {
  let waitsSince: Date | undefined
  try {
    await parts.database.transaction().execute(async (transaction) => {
      const delivery = await lockWaiting(transaction, deliveryId)
      if (!delivery) return
      waitsSince = delivery.waits_since
      const now = parts.clock.now()
      const note = await handlers[delivery.vendor](parts, transaction, {
        id: delivery.id,
        receivedAt: delivery.received_at,
        body: readBody(delivery.body),
        now,
      })
      if (note === ofErased) await emptyDelivery(transaction, delivery.id)
      for (const leadId of await leadsOfDelivery(transaction, delivery.id))
        await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId })
      await settleDelivery(transaction, delivery.id, {
        state: 'done',
        reason: note,
        kind: null,
        at: now,
      })
    })
    parts.live.changed('leads')
    parts.live.changed('tags')
  } catch (error) {
    await settleFailure(parts, deliveryId, waitsSince, error)
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unusable('The body is not JSON.')
  }
}

async function settleFailure(
  parts: ProcessParts,
  deliveryId: string,
  waitsSince: Date | undefined,
  error: unknown,
): Promise<void> {
  const { database, clock } = parts
  const at = clock.now()
  const final = whyUnusable(error)
  if (final)
    return settleDelivery(database, deliveryId, {
      state: 'parked',
      kind: 'unusable',
      reason: final,
      at,
    })
  const failure = failureOf(error, 'The delivery could not be processed on our side.')
  if (waitsSince && at.getTime() - waitsSince.getTime() > GIVE_UP_AFTER_MS)
    return settleDelivery(database, deliveryId, {
      state: 'parked',
      kind: failure.kind,
      reason: `Gave up after 72 hours. ${failure.reason}`,
      at,
    })
  if (waitsSince) await noteFailure(database, deliveryId, failure)
  throw error
}

/** Why no repetition helps. A field's name and what is wrong with it are told, never its value. */
function whyUnusable(error: unknown): string | null {
  if (error instanceof Unusable) return error.message
  if (!(error instanceof ZodError)) return null
  const [issue] = error.issues
  return `The body is not as the vendor describes it: ${issue?.path.join('.') || 'the body'} ${
    issue?.code === 'custom' ? issue.message : 'is missing or of the wrong type'
  }.`
}
