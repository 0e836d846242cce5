import { StripeRefund, StripeSession, StripeWebhook } from '#contract/webhook-stripe.ts'
import { readPhone } from '#server/capture/read-phone.ts'

/** A step in a payment's history. */
export type PaymentStep = 'pending' | 'paid' | 'failed' | 'refunded'

/** What the checkout says of a payment. `key` is the same for all news of one payment. */
export type PaymentEvent = {
  eventId: string
  step: PaymentStep
  at: Date
  key: string
  isTest: boolean
  refundedMinor: number
  session: {
    id: string
    amountMinor: number
    currency: string | null
    email: string | null
    name: string | null
    phone: string | null
    reference: string | null
  } | null
}

const sessions = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
])

/** Reads the checkout's call; null for news that is not about a payment's state. */
export function readPaymentEvent(body: unknown, defaultCountry: string): PaymentEvent | null {
  const { id: eventId, type, created: at, livemode, data } = StripeWebhook.parse(body)
  const common = { eventId, at, isTest: !livemode }
  if (type === 'charge.refunded') {
    const { payment_intent: key, amount_refunded } = StripeRefund.parse(data.object)
    return key ? { ...common, step: 'refunded', key, refundedMinor: amount_refunded, session: null } : null
  }
  if (!sessions.has(type)) return null
  const session = StripeSession.parse(data.object)
  const { email, name, phone } = session.customer_details
  const isPaid = type.endsWith('succeeded') || session.payment_status !== 'unpaid'
  return {
    ...common,
    step: type.endsWith('failed') ? 'failed' : isPaid ? 'paid' : 'pending',
    // A refund names the payment only; what cost nothing has no payment and is never refunded.
    key: session.payment_intent ?? session.id,
    refundedMinor: 0,
    session: {
      id: session.id,
      amountMinor: session.amount_total,
      currency: session.currency ?? null,
      email: email ?? null,
      name: name ?? null,
      phone: phone ? readPhone(phone, defaultCountry) : null,
      reference: session.client_reference_id ?? null,
    },
  }
}
