import {
  StripeCharge,
  StripeDispute,
  StripeInvoice,
  StripeInvoicePayment,
  StripeNews,
  StripeRefund,
  StripeSession,
  StripeWebhook,
} from '#contract/webhook-stripe.ts'
import { readPhone } from '#server/capture/read-phone.ts'

/** A step in a payment's history. `invoiced` is the invoice's word that it is paid; `named` only says what else it is called. */
export type PaymentStep =
  | 'pending'
  | 'paid'
  | 'invoiced'
  | 'failed'
  | 'named'
  | 'refunded'
  | 'refund_failed'
  | 'inquiry'
  | 'dispute_opened'
  | 'dispute_withdrawn'
  | 'dispute_reinstated'
  | 'dispute_closed'

/** What a step says of money. Amounts are in the currency's smallest unit. */
export type MoneyDetails = {
  amountMinor?: number
  currency?: string | null
  /** All that was given back of a charge so far. */
  refundedMinor?: number
  charge?: string | null
  refund?: string
  dispute?: string
  status?: string | null
  /** When it was made, where the news of it is younger. */
  madeAt?: string
}

/** What the checkout says of a payment. */
export type PaymentEvent = {
  at: Date
  isTest: boolean
  /** Under what the checkout knows the payment: all news that share a name are of one payment. The first is the best. */
  names: string[]
  /** Steps of the same key are one and the same. */
  step: { kind: PaymentStep; key: string; details: MoneyDetails }
  subscription: string | null
  /** What was sold, to whom; null where the news names the payment only. */
  sale: {
    id: string
    amountMinor: number
    currency: string | null
    email: string | null
    name: string | null
    phone: string | null
    reference: string | null
  } | null
}

type Envelope = { eventId: string; type: string; at: Date; isTest: boolean }
type Reader = (object: unknown, envelope: Envelope, defaultCountry: string) => PaymentEvent | null

const readers = new Map<string, Reader>(
  Object.entries({
    'checkout.session.completed': readSession,
    'checkout.session.async_payment_succeeded': readSession,
    'checkout.session.async_payment_failed': readSession,
    'invoice.paid': readInvoice,
    'invoice.payment_succeeded': readInvoice,
    'invoice.payment_failed': readInvoice,
    'invoice_payment.paid': readInvoicePayment,
    'charge.refunded': readCharge,
    'refund.created': readRefund,
    'refund.updated': readRefund,
    'refund.failed': readRefund,
    'charge.refund.updated': readRefund,
    'charge.dispute.created': readDispute,
    'charge.dispute.updated': readDispute,
    'charge.dispute.funds_withdrawn': readDispute,
    'charge.dispute.funds_reinstated': readDispute,
    'charge.dispute.closed': readDispute,
  }),
)

/** Reads the checkout's call; null for news that is not about a payment's state. */
export function readPaymentEvent(body: unknown, defaultCountry: string): PaymentEvent | null {
  const read = readers.get(StripeNews.parse(body).type)
  if (!read) return null
  const { id: eventId, type, created: at, livemode, data } = StripeWebhook.parse(body)
  const event = read(data.object, { eventId, type, at, isTest: !livemode }, defaultCountry)
  return event && event.names.length > 0 ? event : null
}

// A refund names the payment only; what cost nothing has no payment and is never refunded.
const namesOf = (...names: (string | null | undefined)[]): string[] => [
  ...new Set(names.filter((name): name is string => typeof name === 'string' && name !== '')),
]
// The first invoice of a subscription is what its checkout session sold.
const firstOf = (subscription: string | null) => subscription && `first of ${subscription}`

function readSession(
  object: unknown,
  { type, at, isTest }: Envelope,
  defaultCountry: string,
): PaymentEvent | null {
  const session = StripeSession.parse(object)
  // A card that is put on file buys nothing.
  if (session.mode === 'setup') return null
  const { email, name, phone } = session.customer_details
  const isPaid = type.endsWith('succeeded') || session.payment_status !== 'unpaid'
  const kind = type.endsWith('failed') ? 'failed' : isPaid ? 'paid' : 'pending'
  const amounts = { amountMinor: session.amount_total, currency: session.currency }
  return {
    at,
    isTest,
    names: namesOf(session.payment_intent, session.id, session.invoice, firstOf(session.subscription)),
    step: { kind, key: kind, details: amounts },
    subscription: session.subscription,
    sale: {
      id: session.id,
      ...amounts,
      email: email ?? null,
      name: name ?? null,
      phone: phone ? readPhone(phone, defaultCountry) : null,
      reference: session.client_reference_id ?? null,
    },
  }
}

/** An invoice of a subscription. One that was written by hand may stand for a session that is known by itself. */
function readInvoice(
  object: unknown,
  { type, at, isTest }: Envelope,
  defaultCountry: string,
): PaymentEvent | null {
  const invoice = StripeInvoice.parse(object)
  const { subscription, currency } = invoice
  if (!subscription) return null
  const isPaid = type !== 'invoice.payment_failed'
  const amountMinor = isPaid ? invoice.amount_paid : invoice.amount_due
  const isFirst = invoice.billing_reason === 'subscription_create'
  return {
    at,
    isTest,
    names: namesOf(invoice.id, isFirst ? firstOf(subscription) : null, ...invoice.paidBy),
    step: {
      kind: isPaid ? 'invoiced' : 'failed',
      key: isPaid ? 'invoiced' : 'failed',
      details: { amountMinor, currency },
    },
    subscription,
    sale: {
      id: invoice.id,
      amountMinor,
      currency,
      email: invoice.customer_email ?? null,
      name: invoice.customer_name ?? null,
      phone: invoice.customer_phone ? readPhone(invoice.customer_phone, defaultCountry) : null,
      reference: null,
    },
  }
}

const naming = (common: Pick<Envelope, 'at' | 'isTest'>, names: string[]) => ({
  at: common.at,
  isTest: common.isTest,
  names,
  subscription: null,
  sale: null,
})

function readInvoicePayment(object: unknown, envelope: Envelope): PaymentEvent | null {
  const { invoice, payment } = StripeInvoicePayment.parse(object)
  const names = namesOf(invoice, payment?.payment_intent, payment?.charge)
  if (!invoice || names.length < 2) return null
  const step = { kind: 'named', key: `named ${names.join(' ')}`, details: {} } as const
  return { ...naming(envelope, names), step }
}

function readCharge(object: unknown, envelope: Envelope): PaymentEvent {
  const { id, payment_intent, invoice, amount_refunded: refundedMinor, currency } = StripeCharge.parse(object)
  const details = { refundedMinor, currency, charge: id ?? null }
  return {
    ...naming(envelope, namesOf(payment_intent, id, invoice)),
    step: { kind: 'refunded', key: envelope.eventId, details },
  }
}

const undone = new Set(['failed', 'canceled'])

function readRefund(object: unknown, envelope: Envelope): PaymentEvent {
  const { id, amount, currency, status = null, created, charge, payment_intent } = StripeRefund.parse(object)
  const isUndone = envelope.type === 'refund.failed' || (status !== null && undone.has(status))
  const madeAt = (created ?? envelope.at).toISOString()
  return {
    ...naming(envelope, namesOf(payment_intent, charge)),
    step: {
      kind: isUndone ? 'refund_failed' : 'refunded',
      key: `${id} ${isUndone ? 'failed' : (status ?? 'told')}`,
      details: { refund: id, amountMinor: amount, currency, charge, status, madeAt },
    },
  }
}

const disputeSteps: Record<string, PaymentStep> = {
  'charge.dispute.funds_withdrawn': 'dispute_withdrawn',
  'charge.dispute.funds_reinstated': 'dispute_reinstated',
  'charge.dispute.closed': 'dispute_closed',
}

function readDispute(object: unknown, envelope: Envelope): PaymentEvent {
  const { id, amount, currency, status = null, charge, payment_intent } = StripeDispute.parse(object)
  // What only warns is an inquiry: no money has moved.
  const opened = status?.startsWith('warning_') ? 'inquiry' : 'dispute_opened'
  const kind = disputeSteps[envelope.type] ?? opened
  // One that was closed as an inquiry may be closed again as the dispute it became.
  const what = kind === 'dispute_closed' && status === 'warning_closed' ? 'inquiry_closed' : kind
  return {
    ...naming(envelope, namesOf(payment_intent, charge)),
    step: {
      kind,
      key: `${id} ${what}`,
      details: { dispute: id, amountMinor: amount, currency, charge, status },
    },
  }
}
