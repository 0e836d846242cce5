import { useState } from 'react'
import type { Payment } from '#contract/payments.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { money } from '#web/dashboard/journey/money.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { JoinPayment } from './join-payment.tsx'
import { useUnjoined } from './use-unjoined.ts'

/** Payments that lead to nobody, to be joined to a lead by hand. */
export function UnjoinedPayments() {
  const { tz } = useAddress()
  const { payments, joined, join, undo } = useUnjoined()
  const [chosen, setChosen] = useState<Payment | null>(null)
  if (!joined && !payments.data?.length) return null
  return (
    <section aria-labelledby="unjoined" className="py-5">
      <h2 id="unjoined" className="text-base font-semibold">
        Payments without a lead
      </h2>
      <p className="text-sm text-ink-2">Paid with another email than the lead’s. Say whose they are.</p>
      {joined && (
        <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
          {joined.words}
          <Button look="quiet" disabled={undo.isPending} onClick={() => undo.mutate(joined.id)}>
            Undo
          </Button>
        </p>
      )}
      <ul className="mt-2 border-t border-line">
        {payments.data?.map((payment) => (
          <li key={payment.id} className="flex items-center justify-between gap-3 border-b border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="tabular-nums">
                {money(payment.amountMinor, payment.currency)} {payment.isTest && <Badge>Test</Badge>}{' '}
                <span className="text-xs text-ink-3">
                  <Moment at={payment.at} tz={tz} />
                </span>
              </p>
              <p className="break-words text-ink-2">
                {[payment.payerName, payment.payerEmail].filter(Boolean).join(', ') || 'Unknown payer'}
              </p>
            </div>
            <Button onClick={() => setChosen(payment)}>
              Join…<span className="sr-only"> the payment of {payment.payerName ?? 'an unknown payer'}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <JoinPayment
          payment={chosen}
          pending={join.isPending}
          onJoin={(leadId, name) => {
            const words = `${money(chosen.amountMinor, chosen.currency)} joined to ${name || 'the lead'}.`
            join.mutate({ id: chosen.id, leadId, words })
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}
