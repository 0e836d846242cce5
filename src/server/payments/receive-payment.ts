import { type DeliveryHandler, notUsed, ofErased } from '#server/external-events/delivery-handler.ts'
import { emptyIfErased } from '#server/external-events/erasure-store.ts'
import { followSubscription, paymentsLock } from '#server/external-events/follow-subscription.ts'
import { preferReference } from '#server/external-events/match-to-lead.ts'
import { recordExternalEvent } from '#server/external-events/record-external-event.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { erasePayments } from './erasure-store.ts'
import { type MoneyStep, movementsOf, refundsOf } from './movements-of.ts'
import { addNames, findByNames, mergeInto } from './names-store.ts'
import { paymentStatus } from './payment-status.ts'
import { readPaymentEvent } from './read-payment-event.ts'
import { savePayment, setMovements, setPaymentState } from './store.ts'

/**
 * Keeps what the checkout says of a payment, joins it, and brings its movements of money up to date: by the id that
 * travelled to the checkout, by email or phone, or with the other payments of its subscription. One that leads to nobody
 * waits for a capture, or for the owner's word.
 */
export const receivePayment: DeliveryHandler = async (parts, transaction, delivery) => {
  const event = readPaymentEvent(delivery.body, parts.defaultCountry)
  if (!event) return notUsed
  const { sale, names, step, at, isTest, subscription } = event
  // News of one payment come under several names, and which of them are one is only known from all of them: in turns.
  await takeLocks(transaction, [paymentsLock])
  const key = (await findOne(transaction, names, delivery.now)) ?? names[0] ?? step.key
  const externalEvent = await recordExternalEvent(
    parts,
    transaction,
    {
      kind: 'payment',
      key,
      email: sale?.email ?? null,
      phone: sale?.phone ?? null,
      reference: sale?.reference ?? null,
    },
    { ...step, at, deliveryId: delivery.id },
    delivery.now,
  )
  await preferReference(parts, transaction, externalEvent, delivery.now)
  const saved = await savePayment(transaction, externalEvent.id, {
    sessionId: sale?.id ?? null,
    amountMinor: sale?.amountMinor ?? null,
    currency: sale?.currency ?? null,
    payerName: sale?.name ?? null,
    subscriptionId: subscription,
    isTest,
  })
  await addNames(transaction, externalEvent.id, names)
  await settleMoney(transaction, externalEvent.id, externalEvent.history, saved)
  if (saved.subscriptionId) await followSubscription(parts, transaction, saved.subscriptionId, delivery.now)
  // It may have followed the others of its subscription to somebody who was erased.
  if (!(await emptyIfErased(transaction, externalEvent.id))) return null
  await erasePayments(transaction, [externalEvent.id])
  return ofErased
}

/** The key of the one payment that these names mean; payments that turn out to be one become it. */
async function findOne(transaction: Queryable, names: string[], at: Date): Promise<string | undefined> {
  const [kept, ...others] = await findByNames(transaction, names)
  if (!kept) return undefined
  for (const other of others) await mergeInto(transaction, kept, other, at)
  return kept.key
}

async function settleMoney(
  transaction: Queryable,
  id: string,
  history: MoneyStep[],
  saved: { amountMinor: number | null; currency: string | null },
): Promise<void> {
  const movements = movementsOf(history, saved)
  const sumOf = (...kinds: string[]) =>
    movements.reduce((sum, { kind, amountMinor }) => sum + (kinds.includes(kind) ? amountMinor : 0), 0)
  const paidMinor = movements.find(({ kind }) => kind === 'paid')?.amountMinor ?? null
  const refundedMinor = refundsOf(history).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const disputedMinor = Math.max(0, 0 - sumOf('disputed', 'reinstated'))
  await setMovements(transaction, id, movements)
  await setPaymentState(transaction, id, {
    status: paymentStatus(history, {
      paid: paidMinor ?? saved.amountMinor,
      refunded: refundedMinor,
      disputed: disputedMinor,
    }),
    paidMinor,
    refundedMinor,
    disputedMinor,
  })
}
