import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/** Who may deliver: each has its own address, `/api/webhooks/<name>`, and its own secret. */
export const webhookVendors = ['cal', 'typeform', 'stripe', 'voice'] as const

/** One of the vendors that deliver. */
export type WebhookVendor = (typeof webhookVendors)[number]

/**
 * Why a call is turned away: nothing in it is signed, it was signed too long ago or too far ahead, or with another
 * secret than ours.
 */
export const whyRefused = ['unsigned', 'other-time', 'other-secret'] as const
export type WhyRefused = (typeof whyRefused)[number]

/** One delivery of a vendor and what became of it; its body, which is full of personal data, stays on the server. */
export const WebhookDelivery = z.object({
  id: z.string(),
  vendor: z.enum(webhookVendors),
  kind: z.string(),
  receivedAt: z.string(),
  state: z.enum(['waiting', 'done', 'parked']),
  reason: z.string().nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

/** The owner's calls about what vendors delivered. */
export const webhooksApi = {
  'GET /api/webhooks/deliveries': {
    for: 'owner',
    input: z.object({
      state: z.enum(['all', 'waiting', 'done', 'parked']).default('all'),
      limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
    }),
    output: z.array(WebhookDelivery),
    summary: 'What vendors delivered, newest first.',
  },
  'POST /api/webhooks/deliveries/:id/replay': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Works a delivery off once more that was set aside.',
  },
} satisfies Endpoints
