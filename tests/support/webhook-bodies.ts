// Bodies in the shape that each vendor publishes, with more fields than are used.

/** A booking's news from Cal.com. */
export function calBooking(
  triggerEvent: string,
  booking: {
    uid: string
    createdAt: string
    email?: string
    phone?: string
    startTime?: string
    more?: Record<string, unknown>
  },
): Record<string, unknown> {
  const {
    uid,
    createdAt,
    email = 'ada@example.com',
    phone,
    startTime = '2026-12-01T18:00:00Z',
    more,
  } = booking
  return {
    triggerEvent,
    createdAt,
    payload: {
      uid,
      bookingId: 91,
      eventTypeId: 7,
      type: 'strategy',
      title: 'Strategy call between Coach and Ada',
      startTime,
      endTime: new Date(Date.parse(startTime) + 900_000).toISOString(),
      status: triggerEvent === 'BOOKING_REQUESTED' ? 'PENDING' : 'ACCEPTED',
      location: 'integrations:daily',
      length: 15,
      organizer: {
        name: 'Coach',
        email: 'coach@example.com',
        timeZone: 'America/Los_Angeles',
        utcOffset: -480,
      },
      attendees: [
        {
          email,
          name: 'Ada Kern',
          timeZone: 'America/New_York',
          language: { locale: 'en' },
          ...(phone ? { phoneNumber: phone } : {}),
        },
      ],
      responses: {
        name: { label: 'your_name', value: 'Ada Kern' },
        email: { label: 'email_address', value: email },
        location: { label: 'location', value: { optionValue: '', value: 'integrations:daily' } },
      },
      metadata: { videoCallUrl: 'https://app.cal.com/video/x' },
      appsStatus: [],
      ...more,
    },
  }
}

/** A completed application form from Typeform. */
export function formResponse(form: {
  token: string
  submittedAt: string
  email?: string
  phone?: string
  hidden?: Record<string, string>
  eventId?: string
}): Record<string, unknown> {
  const { token, submittedAt, email, phone, hidden } = form
  const fields = [
    { id: 'f1', ref: 'goal', type: 'long_text', title: 'What do you want to build?' },
    { id: 'f2', ref: 'budget', type: 'multiple_choice', title: 'What can you invest?' },
    { id: 'f3', ref: 'ready', type: 'yes_no', title: 'Can you start this month?' },
    { id: 'f4', ref: 'email', type: 'email', title: 'Your email' },
    { id: 'f5', ref: 'phone', type: 'phone_number', title: 'Your phone' },
  ]
  return {
    event_id: form.eventId ?? `event-${token}`,
    event_type: 'form_response',
    form_response: {
      form_id: 'form1',
      token,
      landed_at: submittedAt,
      submitted_at: submittedAt,
      ...(hidden ? { hidden } : {}),
      calculated: { score: 3 },
      definition: { id: 'form1', title: 'Application', fields, endings: [] },
      answers: [
        {
          type: 'text',
          text: 'A booking app\nfor vets',
          field: { id: 'f1', type: 'long_text', ref: 'goal' },
        },
        {
          type: 'choice',
          choice: { id: 'c1', label: '$5,000' },
          field: { id: 'f2', type: 'multiple_choice', ref: 'budget' },
        },
        { type: 'boolean', boolean: true, field: { id: 'f3', type: 'yes_no', ref: 'ready' } },
        ...(email ? [{ type: 'email', email, field: { id: 'f4', type: 'email', ref: 'email' } }] : []),
        ...(phone
          ? [
              {
                type: 'phone_number',
                phone_number: phone,
                field: { id: 'f5', type: 'phone_number', ref: 'phone' },
              },
            ]
          : []),
      ],
    },
  }
}

/** A checkout session's news from Stripe. */
export function checkoutEvent(
  type: string,
  payment: {
    eventId: string
    session: string
    at: string
    email?: string
    phone?: string
    reference?: string
    status?: string
    intent?: string | null
    amount?: number
    name?: string
  },
): Record<string, unknown> {
  const { eventId, session, at, email, phone, reference, status = 'paid', amount = 249_700 } = payment
  const { name = 'Ada Kern' } = payment
  return {
    id: eventId,
    object: 'event',
    type,
    created: Math.floor(Date.parse(at) / 1000),
    livemode: true,
    api_version: '2026-10-28.endive',
    data: {
      object: {
        id: session,
        object: 'checkout.session',
        client_reference_id: reference ?? null,
        payment_intent: payment.intent === undefined ? `pi_${session}` : payment.intent,
        payment_link: 'plink_1',
        customer_details: { email: email ?? null, name, phone: phone ?? null, address: null },
        amount_total: amount,
        currency: 'usd',
        payment_status: status,
        metadata: {},
      },
    },
  }
}

/** The refund of a charge from Stripe. */
export const refundEvent = (refund: { eventId: string; intent: string; at: string; refunded: number }) => ({
  id: refund.eventId,
  object: 'event',
  type: 'charge.refunded',
  created: Math.floor(Date.parse(refund.at) / 1000),
  livemode: true,
  data: {
    object: {
      id: 'ch_1',
      object: 'charge',
      payment_intent: refund.intent,
      amount: 249_700,
      amount_refunded: refund.refunded,
      refunded: refund.refunded >= 249_700,
    },
  },
})

/** An event of Stripe's about any object. */
export const stripeEvent = (
  type: string,
  event: { eventId: string; at: string; object: Record<string, unknown>; isTest?: boolean },
): Record<string, unknown> => ({
  id: event.eventId,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: Math.floor(Date.parse(event.at) / 1000),
  livemode: event.isTest !== true,
  type,
  data: { object: event.object },
})

/** One refund, as Stripe tells of it. */
export const refundObject = (refund: {
  id: string
  intent: string | null
  amount: number
  at: string
  charge?: string
  currency?: string
  status?: string
}): Record<string, unknown> => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  charge: refund.charge ?? null,
  created: Math.floor(Date.parse(refund.at) / 1000),
  currency: refund.currency ?? 'usd',
  payment_intent: refund.intent,
  status: refund.status ?? 'succeeded',
})

/** A charge of which so much was given back so far. */
export const chargeObject = (charge: {
  id: string
  intent: string | null
  refunded: number
  currency?: string
}): Record<string, unknown> => ({
  id: charge.id,
  object: 'charge',
  amount_refunded: charge.refunded,
  currency: charge.currency ?? 'usd',
  payment_intent: charge.intent,
})

/** A dispute, or an inquiry, as Stripe tells of it. */
export const disputeObject = (dispute: {
  id: string
  intent: string | null
  amount: number
  charge?: string
  currency?: string
  status: string
}): Record<string, unknown> => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  charge: dispute.charge ?? null,
  currency: dispute.currency ?? 'usd',
  payment_intent: dispute.intent,
  reason: 'fraudulent',
  status: dispute.status,
})

/** An invoice of a subscription, in the shape before 2025-03-31 or in that since. */
export function invoiceObject(invoice: {
  id: string
  subscription: string
  amount: number
  intent?: string
  email?: string
  currency?: string
  isFirst?: boolean
  isOld?: boolean
}): Record<string, unknown> {
  const { id, subscription, amount, intent, isOld } = invoice
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: amount,
    billing_reason: invoice.isFirst ? 'subscription_create' : 'subscription_cycle',
    currency: invoice.currency ?? 'usd',
    customer: 'cus_1',
    customer_email: invoice.email ?? null,
    customer_name: 'Ada Kern',
    customer_phone: null,
    status: 'paid',
    ...(isOld
      ? { subscription, payment_intent: intent ?? null, charge: null, paid: true }
      : { parent: { type: 'subscription_details', subscription_details: { subscription, metadata: {} } } }),
  }
}
