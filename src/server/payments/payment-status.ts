import type { Payment } from '#contract/payments.ts'

/** How a payment stands after all that is known of it, whatever the order in which the news arrived. */
export function paymentStatus(
  history: { kind: string }[],
  amounts: { paid: number | null; refunded: number },
): Payment['status'] {
  const has = (kind: string) => history.some((event) => event.kind === kind)
  if (has('refunded'))
    return amounts.paid !== null && amounts.refunded < amounts.paid ? 'partly_refunded' : 'refunded'
  if (has('paid')) return 'paid'
  return has('failed') ? 'failed' : 'pending'
}
