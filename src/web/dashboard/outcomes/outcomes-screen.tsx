import type { KeyboardEvent } from 'react'
import { mailLink, telLink } from '#contract/contact-links.ts'
import { ASKED_FOR_DAYS, type OpenCall } from '#contract/outcomes.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { BackToLeads } from '#web/dashboard/list/back-to-leads.tsx'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { useWorkedOff } from '#web/dashboard/list/use-worked-off.ts'
import { callMoment } from '#web/dashboard/time/clock-time.ts'
import { relativeTime } from '#web/dashboard/time/relative-time.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { OutcomeButtons } from './outcome-buttons.tsx'
import { useOpenCalls } from './use-outcomes.ts'

const keys: Record<string, string> = { h: 'held', n: 'no_show', m: 'moved', c: 'cancelled' }

const cardsIn = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
]

/** H, N, M and C say what became of the call in focus; the arrows go to the next and the one before. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const card = event.currentTarget
  const outcome = keys[event.key.toLowerCase()]
  if (outcome) card.querySelector<HTMLElement>(`[data-outcome=${outcome}]`)?.click()
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) {
    if (outcome) event.preventDefault()
    return
  }
  const cards = cardsIn(card.parentElement)
  const next = cards[cards.indexOf(card) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Contact({ row }: { row: OpenCall }) {
  const phone = telLink(row.phone?.startsWith('+') ? row.phone : null)
  const look = 'inline-flex min-h-11 items-center break-all hover:text-ink md:min-h-6'
  return (
    <p className="flex flex-wrap gap-x-4 text-xs text-ink-3">
      {row.email && row.name && (
        <a href={mailLink(row.email)} className={look}>
          {row.email}
        </a>
      )}
      {phone && (
        <a href={phone} className={`${look} tabular-nums`}>
          {row.phoneText}
        </a>
      )}
    </p>
  )
}

function Card({ row, tz, now }: { row: OpenCall; tz: string; now: number }) {
  const name = row.name ?? row.email ?? 'Somebody without a name'
  return (
    <li
      data-card
      tabIndex={-1}
      onKeyDown={onKey}
      className="grid gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_13rem_auto] md:items-center"
    >
      <div className="relative min-w-0">
        <p className="text-base font-medium break-words">
          {row.leadId ? (
            <DetailLink kind="lead" id={row.leadId}>
              {name}
            </DetailLink>
          ) : (
            name
          )}
        </p>
        <div className="relative z-10">
          <Contact row={row} />
        </div>
      </div>
      <p className="text-sm tabular-nums">
        <time dateTime={row.startTime}>{callMoment(row.startTime, tz)}</time>
        <span className="text-xs text-ink-3"> · {relativeTime(row.startTime, now)}</span>
      </p>
      <OutcomeButtons
        uid={row.uid}
        name={name}
        className="grid grid-cols-2 gap-2 max-md:mt-1 md:flex md:gap-1.5"
      />
    </li>
  )
}

/** Past calls that nobody has said the outcome of, to be thumbed through: a tap each, and the next one moves up. */
export function OutcomesScreen() {
  const { tz } = useAddress()
  const list = useOpenCalls()
  const now = useNow()
  const workedOff = useWorkedOff(list.rows?.map(({ uid }) => uid))
  return (
    <section aria-label="Calls without an outcome">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
        <BackToLeads />
        {list.rows && <CountLine shown={list.rows.length} total={list.total} noun={['call', 'calls']} />}
      </div>
      <h2 ref={workedOff.heading} tabIndex={-1} className="w-fit text-base font-semibold">
        How did these calls go?
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        Booked calls of the last {ASKED_FOR_DAYS} days that are over. Your word counts until your calendar
        says something newer.
        <span className="max-md:hidden"> Keys: H, N, M, C; the arrows go up and down.</span>
      </p>
      <ListFrame
        list={list}
        what="Calls without an outcome"
        empty={
          <EmptyList title="Every past call has an outcome">
            <p>When a booked call is over and nothing has said how it went, it is asked about here.</p>
          </EmptyList>
        }
      >
        {(rows) => (
          <>
            <ul {...workedOff.list} aria-label="Calls without an outcome" className="border-t border-line">
              {rows.map((row) => (
                <Card key={row.uid} row={row} tz={tz} now={now} />
              ))}
            </ul>
            <CutNote which="newest" shown={rows.length} total={list.total}>
              The others move up as you say how these went.
            </CutNote>
          </>
        )}
      </ListFrame>
    </section>
  )
}
