import type { Payment } from '#contract/payments.ts'
import { money } from '#web/dashboard/journey/money.ts'
import { ChooseLead } from '#web/dashboard/list/choose-lead.tsx'

type JoinPaymentProps = {
  payment: Payment
  pending: boolean
  onJoin: (leadId: string, name: string) => void
  onClose: () => void
}

/** Finds the lead that a payment belongs to. */
export function JoinPayment({ payment, ...choosing }: JoinPaymentProps) {
  return (
    <ChooseLead likely={payment.payerName ?? ''} {...choosing}>
      {money(payment.amountMinor, payment.currency)} by {payment.payerName ?? 'an unknown payer'}
      {payment.payerEmail && `, ${payment.payerEmail}`}. Only the payment is joined: the email is not taken
      for the lead’s.
    </ChooseLead>
  )
}
