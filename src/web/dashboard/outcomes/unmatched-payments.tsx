import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Payment, SuggestedLead } from '#contract/payments.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { money } from '#web/dashboard/journey/money.ts'
import { ChooseLead } from '#web/dashboard/list/choose-lead.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { useList } from '#web/dashboard/list/use-list.ts'
import { useWorkedOff } from '#web/dashboard/list/use-worked-off.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { PaymentSum } from './payment-status.tsx'

const reasons: Record<SuggestedLead['because'], string> = {
  subscription: 'another payment of this subscription is theirs',
  'same-name': 'it is the only lead of this name',
  'same-email-name': 'their email begins alike',
}

/** A payment that was just joined by hand, so that it can be taken back. */
type JustJoined = { id: string; sum: string; name: string }

/** Payments that nobody is known for, and joining them to a lead by hand. */
function useUnmatchedPayments() {
  const client = useQueryClient()
  const [joined, setJoined] = useState<JustJoined | null>(null)
  const again = () => client.invalidateQueries({ queryKey: ['GET /api/payments'] })
  const payments = useList('GET /api/payments', { joined: 'no' }, 60_000)
  const join = useChange({
    make: ({ id, leadId }: JustJoined & { leadId: string }) =>
      call('POST /api/payments/:id/join', { id, leadId }),
    failed: 'Failed to join the payment',
    after: (_done, { id, sum, name }) => {
      setJoined({ id, sum, name })
      return again()
    },
  })
  const undo = useChange({
    make: (id: string) => call('POST /api/payments/:id/undo-join', { id }),
    done: { title: 'Taken back', message: 'The payment no longer belongs to a lead.' },
    failed: 'Failed to take it back',
    after: async () => {
      // Its note stays until then: where no other payment is shown, the whole part would be gone for a moment.
      await again()
      setJoined(null)
    },
  })
  return { payments, joined, join, undo }
}

type JoinPaymentProps = {
  payment: Payment
  pending: boolean
  onJoin: (leadId: string, name: string) => void
  onClose: () => void
}

/** Finds the lead that a payment belongs to. */
function MatchPayment({ payment, ...choosing }: JoinPaymentProps) {
  return (
    <ChooseLead likely={payment.payerName ?? ''} {...choosing}>
      {money(payment.amountMinor, payment.currency)} by <bdi>{payment.payerName ?? 'an unknown payer'}</bdi>
      {payment.payerEmail && `, ${payment.payerEmail}`}. Only the payment is joined: the email is not added to
      the lead.
    </ChooseLead>
  )
}

/** Payments that lead to nobody, to be joined to a lead by hand. */
export function UnmatchedPayments() {
  const { tz } = useAddress()
  const { payments, joined, join, undo } = useUnmatchedPayments()
  const [chosen, setChosen] = useState<Payment | null>(null)
  const { rows: data, total, error, retry } = payments
  const workedOff = useWorkedOff(data?.map(({ id }) => id))
  const undoing = useOpened<HTMLHeadingElement>({ isBusy: undo.isPending })
  if (!data && error) return <FailedPart what="Payments without a lead" error={error} retry={retry} />
  if (!joined && !data?.length) return null
  const joinTo = (
    { id, amountMinor, currency }: Payment,
    { leadId, name }: { leadId: string; name: string },
  ) => join.mutate({ id, leadId, sum: money(amountMinor, currency), name: name || 'the lead' })
  return (
    <section aria-labelledby="unjoined" className="py-5">
      <h2
        id="unjoined"
        ref={(heading) => {
          workedOff.heading.current = heading
          undoing.opener.current = heading
        }}
        tabIndex={-1}
        className="w-fit text-base font-semibold"
      >
        Payments without a lead
      </h2>
      <p className="text-sm text-ink-2">Paid with a different email from the lead’s. Say whose they are.</p>
      {joined && (
        <p role="status" className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
          <span>
            {joined.sum} joined to <bdi>{joined.name}</bdi>.
          </span>
          <Button
            look="quiet"
            disabled={undo.isPending}
            onClick={() => {
              undoing.leave()
              undo.mutate(joined.id)
            }}
          >
            Undo
          </Button>
        </p>
      )}
      <ul {...workedOff.list} className="mt-2 border-t border-line">
        {data?.map((payment) => (
          <li
            key={payment.id}
            tabIndex={-1}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line py-2"
          >
            <div className="min-w-0 flex-1 basis-56 text-sm">
              <PaymentSum payment={payment} tz={tz} />
              <p className="break-words text-ink-2">
                {payment.payerName && <bdi>{payment.payerName}</bdi>}
                {payment.payerName && payment.payerEmail && ', '}
                {payment.payerEmail || (payment.payerName ? '' : 'Unknown payer')}
              </p>
              {payment.suggestion && (
                <p className="text-xs break-words text-ink-3">
                  Most likely <bdi>{payment.suggestion.name}</bdi>, {payment.suggestion.email}:{' '}
                  {reasons[payment.suggestion.because]}
                </p>
              )}
            </div>
            <div className="flex flex-wrap justify-end gap-2">
              {payment.suggestion && (
                <Button
                  disabled={join.isPending}
                  onClick={() => payment.suggestion && joinTo(payment, payment.suggestion)}
                >
                  Join to <bdi>{payment.suggestion.name || payment.suggestion.email}</bdi>
                </Button>
              )}
              <Button onClick={() => setChosen(payment)}>
                Join…
                <span className="sr-only"> the payment of {payment.payerName ?? 'an unknown payer'}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <CutNote which="newest" shown={data?.length ?? 0} total={total}>
        The others move up as these are joined.
      </CutNote>
      {chosen && (
        <MatchPayment
          payment={chosen}
          pending={join.isPending}
          onJoin={(leadId, name) => {
            joinTo(chosen, { leadId, name })
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}
