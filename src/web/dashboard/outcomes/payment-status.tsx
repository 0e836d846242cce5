import type { Payment } from '#contract/payments.ts'
import { money } from '#web/dashboard/journey/money.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'

const states: Record<Payment['status'], { words: string; tone?: 'warning' | 'danger' } | null> = {
  paid: null,
  pending: { words: 'On its way' },
  failed: { words: 'Failed', tone: 'danger' },
  partly_refunded: { words: 'Partly refunded', tone: 'warning' },
  refunded: { words: 'Refunded', tone: 'warning' },
  inquiry: { words: 'The bank asks', tone: 'warning' },
  disputed: { words: 'Disputed', tone: 'danger' },
  dispute_lost: { words: 'Dispute lost', tone: 'danger' },
}

type Standing = Pick<Payment, 'status' | 'amountMinor' | 'refundedMinor' | 'disputedMinor' | 'currency'>

/** What was paid and when, whether as a test, and how it stands. */
export const PaymentSum = ({
  payment,
  tz,
}: {
  payment: Standing & Pick<Payment, 'at' | 'isTest'>
  tz: string
}) => (
  <p className="tabular-nums">
    {money(payment.amountMinor, payment.currency)} {payment.isTest && <Badge>Test</Badge>}{' '}
    <PaymentStatus payment={payment} />{' '}
    <span className="text-xs text-ink-3">
      <Moment at={payment.at} tz={tz} />
    </span>
  </p>
)

/** How a payment stands, where it is not simply paid, and what is left of it where something is gone. */
export function PaymentStatus({ payment }: { payment: Standing }) {
  const state = states[payment.status]
  const { amountMinor, refundedMinor, disputedMinor, currency } = payment
  if (!state) return null
  const left = amountMinor - refundedMinor - disputedMinor
  const isGone = refundedMinor + disputedMinor > 0
  return (
    <>
      <Badge tone={state.tone}>{state.words}</Badge>
      {isGone && <span className="text-xs text-ink-3"> {money(left, currency)} left</span>}
    </>
  )
}
