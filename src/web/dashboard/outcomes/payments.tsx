import { useQuery } from '@tanstack/react-query'
import type { JoinedBy, Payment } from '#contract/payments.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { PaymentSum } from './payment-status.tsx'

const ways: Record<JoinedBy, string> = {
  reference: 'by our own ID',
  email: 'by the same email',
  phone: 'by the same phone',
  visitor: 'by what a browser reported',
  'same-email': 'by a browser that gave the same email',
  subscription: 'with its subscription',
  owner: 'by you',
}

const MOST = 50

function Row({ payment, tz }: { payment: Payment; tz: string }) {
  const undo = useChange({
    make: () => call('POST /api/payments/:id/undo-join', { id: payment.id }),
    done: { title: 'Taken back', message: 'The payment no longer belongs to a lead.' },
    failed: 'Failed to take it back',
    renews: ['leads'],
  })
  const undoing = useOpened<HTMLLIElement>({ isBusy: undo.isPending })
  return (
    <li
      ref={undoing.opener}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 text-sm"
    >
      <div className="min-w-0 flex-1 basis-56">
        <PaymentSum payment={payment} tz={tz} />
        <p className="relative break-words text-ink-2">
          {payment.leadId ? (
            <DetailLink kind="lead" id={payment.leadId}>
              {payment.leadName || 'Anonymous'}
            </DetailLink>
          ) : (
            (payment.payerName ?? payment.payerEmail ?? 'Unknown payer')
          )}
        </p>
        <p className="text-xs text-ink-3">
          {payment.joinedBy ? `Joined ${ways[payment.joinedBy]}` : 'Joined to nobody'}
          {payment.joinedBy && payment.joinedAt && (
            <>
              {' '}
              <Moment at={payment.joinedAt} tz={tz} within />
            </>
          )}
        </p>
      </div>
      {payment.joinedBy === 'owner' && (
        <Button
          disabled={undo.isPending}
          onClick={() => {
            undoing.leave()
            undo.mutate()
          }}
        >
          Undo<span className="sr-only"> joining the payment to {payment.leadName}</span>
        </Button>
      )}
    </li>
  )
}

/** The newest payments, how each stands, whose it is and by whose word, folded until it is asked for. */
export function Payments() {
  const { tz } = useAddress()
  const { data, error, refetch } = useQuery(reading('GET /api/payments', { limit: MOST }))
  if (!data && error)
    return <FailedPart what="The newest payments" error={error} retry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <Disclosure
      title={data.length < MOST ? 'All payments' : `The newest ${MOST} payments`}
      place="border-b border-line"
      quiet
    >
      <ul aria-label="Payments" className="mb-5 border-t border-line">
        {data.map((payment) => (
          <Row key={payment.id} payment={payment} tz={tz} />
        ))}
      </ul>
    </Disclosure>
  )
}
