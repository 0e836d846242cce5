import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Lead } from '#contract/lead.ts'
import { sourceName } from '#contract/source-name.ts'
import type { UnconfirmedDetails } from '#contract/unconfirmed.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'

type Word = 'confirm' | 'part'

/** A detail as it was typed there, with what the lead says now where the two differ. */
function Typed({
  label,
  typed,
  now,
  differs,
}: {
  label: string
  typed: string
  now: string
  differs: boolean
}) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 border-b border-line py-1.5 text-sm">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">
        <span className="block">{typed || 'N/A'}</span>
        <span className="block text-xs text-ink-3">{differs ? `now: ${now || 'N/A'}` : 'the same'}</span>
      </dd>
    </div>
  )
}

function Details({
  details,
  lead,
  children,
}: {
  details: UnconfirmedDetails
  lead: Lead
  children: ReactNode
}) {
  const { tz } = useAddress()
  const { name, phone, phoneE164, page, at, utmSource, utmCampaign, submits } = details
  const isSamePhone = phoneE164 === null ? phone === lead.phone : phoneE164 === lead.phoneE164
  const source = sourceName({ utmSource, utmSourcePlatform: null, utmPlacement: null })
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">
        Somebody gave this email on {page} in a browser that is not known to be this person’s
        {submits > 1 && `, ${submits.toLocaleString('en-US')} times`}. <Moment at={at} tz={tz} />
        {(source || utmCampaign) && ', from '}
        <FactLine of={[source, utmCampaign]} between=", " />
      </p>
      <dl className="mt-2 border-t border-line">
        <Typed label="Name" typed={name} now={lead.name} differs={name !== lead.name} />
        <Typed label="Phone" typed={phone} now={lead.phone} differs={!isSamePhone} />
      </dl>
      {children}
    </>
  )
}

/** What was said of a browser before, in one line, with the way back. */
function Decided({ details, children }: { details: UnconfirmedDetails; children: ReactNode }) {
  const { tz } = useAddress()
  const { state, name, page, decidedAt } = details
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-1.5 text-sm">
      <p className="min-w-0 flex-1 basis-56 break-words text-ink-2">
        ‘{name}’ on {page} is {state === 'confirmed' ? 'this person' : 'somebody else'}
        {decidedAt && (
          <span className="block text-xs text-ink-3">You said so on {fullTime(decidedAt, tz)}</span>
        )}
      </p>
      {children}
    </div>
  )
}

const useWord = (lead: Lead) =>
  useChange({
    make: ({ id, word }: { id: string; word: Word }) =>
      word === 'confirm'
        ? call('POST /api/unconfirmed/:id/confirm', { id })
        : call('POST /api/unconfirmed/:id/part', { id }),
    done: (_answer, { word }) =>
      word === 'confirm'
        ? { title: 'The same person', message: 'The details are this lead’s now.' }
        : { title: 'Somebody else', message: `${lead.name || 'The lead'} stays as it was.` },
    failed: (error) => ({ title: 'Error', message: `That could not be saved. ${sentenceOf(error)}` }),
    renews: ['leads', 'tags', 'visitors'],
  })

/** Details that came with this lead's email from other browsers, to be confirmed or parted. Nothing where none did. */
export function UnconfirmedDetailsSection({ lead }: { lead: Lead }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/leads/:leadId/unconfirmed', { leadId: lead.id }),
  )
  const decision = useWord(lead)
  if (!data)
    return error ? (
      <FailedPart what="Details from other browsers" error={error} retry={() => void refetch()} />
    ) : null
  if (data.length === 0) return null
  const open = data.filter(({ state }) => state === 'open')
  const decided = data.filter(({ state }) => state !== 'open')
  const button = (
    details: UnconfirmedDetails,
    word: Word,
    text: string,
    look: 'plain' | 'quiet' = 'plain',
  ) => (
    <Button
      look={look}
      disabled={decision.isPending}
      onClick={() => decision.mutate({ id: details.id, word })}
    >
      {text}
      <span className="sr-only"> as {details.name || 'Anonymous'}</span>
    </Button>
  )
  return (
    <section aria-labelledby="unconfirmed-details" className="mb-7">
      {open.length > 0 && (
        <div className="rounded-sm border border-line-strong bg-sunken px-4 py-3">
          <h3 id="unconfirmed-details" className="text-base font-semibold">
            Details changed, unconfirmed
          </h3>
          {open.map((details) => (
            <div key={details.id} className="mt-3 first-of-type:mt-0">
              <Details details={details} lead={lead}>
                <div className="mt-3 flex flex-wrap gap-2">
                  {button(details, 'confirm', 'The same person')}
                  {button(details, 'part', 'Somebody else')}
                </div>
              </Details>
            </div>
          ))}
          <p className="mt-3 text-xs text-ink-3">
            Until you decide, nothing about the lead changes and nobody is called because of it. You can
            change your mind.
          </p>
        </div>
      )}
      {decided.length > 0 && (
        <div className={open.length > 0 ? 'mt-5' : ''}>
          <h3 id={open.length > 0 ? undefined : 'unconfirmed-details'} className="mb-1 text-sm font-semibold">
            Other browsers with this email
          </h3>
          <div className="border-t border-line">
            {decided.map((details) => (
              <Decided key={details.id} details={details}>
                {details.state === 'confirmed'
                  ? button(details, 'part', 'Somebody else after all', 'quiet')
                  : button(details, 'confirm', 'The same person after all', 'quiet')}
              </Decided>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
