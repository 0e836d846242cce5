import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { MailRow, MailState } from '#contract/mails.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { mailStateLabels, whyOf } from './mail-labels.ts'

const tones: Partial<Record<MailState, 'warning' | 'danger'>> = { failed: 'danger', useless: 'warning' }

function MailText({ id }: { id: string }) {
  const { data, error } = useQuery(reading('GET /api/mails/:id', { id }))
  if (error) return <Failure of={error} />
  if (!data) return <div className="skeleton mt-2 h-20" />
  return (
    <div className="mt-2 max-w-160 rounded-md bg-sunken px-4 py-3 text-sm break-words whitespace-pre-wrap">
      {data.isKept ? data.text : 'The text of an email is kept for 90 days. That time is over for this one.'}
    </div>
  )
}

type MailItemProps = {
  mail: MailRow
  tz: string
  isConnected: boolean
  /** Whose page it stands on needs no name beside it. */
  withPerson?: boolean
}

/** One mail: to whom, about what, what became of it and why; opened, what it says. */
export function MailItem({ mail, tz, isConnected, withPerson = false }: MailItemProps) {
  const now = useNow()
  const [isOpen, setIsOpen] = useState(false)
  const { id, state, reason, isKept, subject, to, toName, leadId, sendAfter, settledAt, createdAt } = mail
  const retry = useChange({
    make: () => call('POST /api/mails/:id/retry', { id }),
    done: { title: 'Back in the queue', message: 'It is tried again now.' },
    failed: 'Failed to try again',
    renews: ['mail', 'connections'],
  })
  const canRetry = isKept && (state === 'failed' || (state === 'waiting' && reason !== null))
  const why = whyOf(mail, now, isConnected)
  const isAhead = state === 'waiting' && sendAfter !== null && Date.parse(sendAfter) > now
  return (
    <li data-state={state} className="border-b border-line py-2.5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-my-2.5 flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-1 rounded-sm text-left text-sm font-medium md:-my-1 md:min-h-7"
        >
          <ChevronRight
            size={15}
            aria-hidden="true"
            className={`shrink-0 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 break-words">{subject}</span>
        </button>
        <span className="flex items-center gap-3 text-sm text-ink-2 max-md:basis-full max-md:justify-between max-md:pl-5">
          <Badge tone={tones[state] ?? 'neutral'}>{mailStateLabels[state]}</Badge>
          <span className="text-xs tabular-nums">
            {isAhead ? `for ${shortTime(sendAfter, tz)}` : <Moment at={settledAt ?? createdAt} tz={tz} />}
          </span>
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 pl-5">
        <p className="relative min-w-0 flex-1 basis-52 text-sm break-words text-ink-3">
          {withPerson && (
            <>
              {leadId ? (
                <DetailLink kind="lead" id={leadId}>
                  {toName || to}
                </DetailLink>
              ) : (
                <span className="text-ink-2">{toName || to}</span>
              )}
              {toName && ` · ${to}`}
              {why && ' · '}
            </>
          )}
          {why}
        </p>
        {canRetry && (
          <Button look="quiet" disabled={retry.isPending} onClick={() => retry.mutate()}>
            Try again<span className="sr-only">: {subject}</span>
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="pl-5">
          <MailText id={id} />
        </div>
      )}
    </li>
  )
}
