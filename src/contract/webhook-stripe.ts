import { z } from 'zod'
import { counted, optionalEmail, optionalText, vendorText } from './webhook-fields.ts'

const minor = z.number().int().nonnegative()
const seconds = counted(1000)
const id = vendorText(200).refine((value) => value !== '', 'is missing')
// An id, or the whole object where the vendor was asked to expand it.
const reference = z
  .union([vendorText(200), z.object({ id: vendorText(200) }).transform(({ id }) => id)])
  .nullish()
  .catch(null)
  .transform((value) => value || null)
const currency = vendorText(3)
  .nullish()
  .transform((code) => code || null)

/** What every call of the checkout (Stripe) has: beside those about payments there are others, of other shapes. */
export const StripeNews = z.object({ type: vendorText(100) })

/** The envelope of every call about a payment. */
export const StripeWebhook = z.object({
  id,
  type: vendorText(100),
  created: seconds,
  livemode: z.boolean().default(true),
  data: z.object({ object: z.unknown() }),
})

/** What is used of a checkout session. */
export const StripeSession = z.object({
  id,
  payment_intent: reference,
  invoice: reference,
  subscription: reference,
  client_reference_id: optionalText(200),
  customer_details: z
    .object({ email: optionalEmail, name: optionalText(200), phone: optionalText(40) })
    .nullish()
    .transform((details) => details ?? { email: undefined, name: undefined, phone: undefined }),
  amount_total: minor.nullish().transform((amount) => amount ?? 0),
  currency,
  mode: optionalText(40),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
})

/** What is used of a charge of which something was given back; the amount is of all refunds so far. */
export const StripeCharge = z.object({
  id: optionalText(200),
  payment_intent: reference,
  invoice: reference,
  amount_refunded: minor,
  currency,
})

/** What is used of one refund. */
export const StripeRefund = z.object({
  id,
  amount: minor,
  currency,
  status: optionalText(40),
  created: seconds.optional().catch(undefined),
  charge: reference,
  payment_intent: reference,
})

/** What is used of a dispute, or of an inquiry that may become one. */
export const StripeDispute = z.object({
  id,
  amount: minor,
  currency,
  status: optionalText(40),
  charge: reference,
  payment_intent: reference,
})

// Since 2025-03-31 an invoice names its subscription under `parent` and its payments in a list of their own.
const Parent = z
  .object({
    subscription_details: z
      .object({ subscription: reference, metadata: z.record(z.string(), z.unknown()).nullish() })
      .nullish(),
  })
  .nullish()
  .catch(null)
const Payments = z
  .object({
    data: z.array(
      z.object({ payment: z.object({ payment_intent: reference, charge: reference }).nullish().catch(null) }),
    ),
  })
  .nullish()
  .catch(null)

/** What is used of an invoice, as it was written before 2025-03-31 and as it is since. */
export const StripeInvoice = z
  .object({
    id,
    subscription: reference,
    parent: Parent,
    payment_intent: reference,
    charge: reference,
    payments: Payments,
    amount_paid: minor.nullish().transform((amount) => amount ?? 0),
    amount_due: minor.nullish().transform((amount) => amount ?? 0),
    currency,
    billing_reason: optionalText(60),
    customer_email: optionalEmail,
    customer_name: optionalText(200),
    customer_phone: optionalText(40),
  })
  .transform(({ subscription, parent, payments, payment_intent, charge, ...invoice }) => {
    const details = parent?.subscription_details
    const paidBy = payments?.data.map(({ payment }) => payment) ?? []
    const all = [payment_intent, charge, ...paidBy.flatMap((by) => [by?.payment_intent, by?.charge])]
    return {
      ...invoice,
      subscription: subscription ?? details?.subscription ?? null,
      paidBy: all.filter((name) => typeof name === 'string'),
    }
  })

/** What is used of the payment of an invoice: which is paid by which. */
export const StripeInvoicePayment = z.object({
  invoice: reference,
  payment: z.object({ payment_intent: reference, charge: reference }).nullish().catch(null),
})
