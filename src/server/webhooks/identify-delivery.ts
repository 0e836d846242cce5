import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WebhookVendor } from '#contract/webhooks.ts'

/** A delivery's name in its vendor's own words, and what kind of news it is. */
export type DeliveryName = { eventId: string; kind: string; isJson: boolean }

const word = z
  .string()
  .regex(/^[\w.:-]{1,200}$/)
  .optional()
  .catch(undefined)
const Loose = z.object({
  id: word,
  type: word,
  event_id: word,
  event_type: word,
  triggerEvent: word,
  event: word,
  status: word,
  message: z.object({ type: word }).optional().catch(undefined),
})

/**
 * Names a delivery so that the same one is known again: by the vendor's id of the event, or, where the vendor gives
 * none, by the digest of its bytes. A body that cannot be read has a name, too.
 */
export function identifyDelivery(vendor: WebhookVendor, body: Buffer): DeliveryName {
  const digest = createHash('sha256').update(body).digest('hex')
  const json = parsed(body)
  const { data } = Loose.safeParse(json)
  if (!data) return { eventId: `digest ${digest}`, kind: 'unreadable', isJson: json !== undefined }
  const eventId = vendor === 'stripe' ? data.id : vendor === 'typeform' ? data.event_id : undefined
  const kind =
    vendor === 'stripe'
      ? data.type
      : vendor === 'typeform'
        ? data.event_type
        : vendor === 'cal'
          ? data.triggerEvent
          : (data.event ?? data.message?.type ?? data.status)
  return { eventId: eventId ?? `digest ${digest}`, kind: kind ?? 'unknown', isJson: true }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
