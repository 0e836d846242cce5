import { type DeliveryHandler, notUsed } from '#server/external-events/delivery-handler.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { paymentStatus } from './payment-status.ts'
import { readPaymentEvent } from './read-payment-event.ts'
import { savePayment, setPaymentStatus } from './store.ts'

/**
 * Keeps what the checkout says of a payment and joins it: by the id that travelled to the checkout, else by email or
 * phone. One that leads to nobody waits for a capture, or for the owner's word.
 */
export const receivePayment: DeliveryHandler = async (parts, transaction, delivery) => {
  const event = readPaymentEvent(delivery.body, parts.defaultCountry)
  if (!event) return notUsed
  const { session, key, step, at, refundedMinor, isTest } = event
  const externalEvent = await recordExternalEvent(
    parts,
    transaction,
    {
      kind: 'payment',
      key,
      email: session?.email ?? null,
      phone: session?.phone ?? null,
      reference: session?.reference ?? null,
    },
    {
      key: step === 'refunded' ? event.eventId : step,
      kind: step,
      at,
      details: step === 'refunded' ? { refundedMinor } : {},
      deliveryId: delivery.id,
    },
    delivery.now,
  )
  const amounts = await savePayment(transaction, externalEvent.id, {
    sessionId: session?.id ?? null,
    amountMinor: session?.amountMinor ?? null,
    currency: session?.currency ?? null,
    payerName: session?.name ?? null,
    refundedMinor,
    isTest,
  })
  await setPaymentStatus(transaction, externalEvent.id, paymentStatus(externalEvent.history, amounts))
  return null
}
