import { z } from 'zod'
import { optionalEmail, optionalText, vendorText } from './webhook-fields.ts'

const minor = z.number().int().nonnegative()
// An id, or the whole object where the vendor was asked to expand it.
const intent = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

/** The envelope of every call of the checkout (Stripe). */
export const StripeWebhook = z.object({
  id: vendorText(200).refine((id) => id !== '', 'is missing'),
  type: vendorText(100),
  created: z
    .number()
    .int()
    .transform((seconds) => new Date(seconds * 1000)),
  livemode: z.boolean().default(true),
  data: z.object({ object: z.unknown() }),
})

/** What is used of a checkout session. */
export const StripeSession = z.object({
  id: vendorText(200).refine((id) => id !== '', 'is missing'),
  payment_intent: intent,
  client_reference_id: optionalText(200),
  customer_details: z
    .object({ email: optionalEmail, name: optionalText(200), phone: optionalText(40) })
    .nullish()
    .transform((details) => details ?? { email: undefined, name: undefined, phone: undefined }),
  amount_total: minor.nullish().transform((amount) => amount ?? 0),
  currency: vendorText(3).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
})

/** What is used of a refunded charge. */
export const StripeRefund = z.object({ payment_intent: intent, amount_refunded: minor })
