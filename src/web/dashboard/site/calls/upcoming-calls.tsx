import type { UpcomingCall } from '#contract/calendar.ts'
import { mailLink, telLink } from '#contract/contact-links.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { OutcomeButtons } from '#web/dashboard/outcomes/outcome-buttons.tsx'
import { callMoment } from '#web/dashboard/time/clock-time.ts'
import { useCalendarSetup, useUpcoming } from './use-calendar.ts'

function Contact({ row }: { row: UpcomingCall }) {
  const phone = telLink(row.phone?.startsWith('+') ? row.phone : null)
  return (
    <p className="relative z-10 flex flex-wrap gap-x-4 text-xs text-ink-3 max-md:-my-2">
      {row.email && (
        <a
          href={mailLink(row.email)}
          className="inline-flex max-w-full min-w-11 items-center wrap-anywhere hover:text-ink max-md:min-h-11"
        >
          {row.email}
        </a>
      )}
      {row.phone &&
        (phone ? (
          <a href={phone} className="inline-flex items-center hover:text-ink max-md:min-h-11">
            {row.phoneText}
          </a>
        ) : (
          <span className="self-center">{row.phoneText}</span>
        ))}
    </p>
  )
}

/** Where a call takes place; another calendar's word for its own video room means nothing to people. */
const placeOf = ({ location, title }: UpcomingCall): string | null =>
  location?.startsWith('integrations:') ? 'Video call' : location || title

function Row({ row, tz }: { row: UpcomingCall; tz: string }) {
  const name = row.name ?? row.email ?? 'Somebody without a name'
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          {row.leadId ? (
            <DetailLink kind="lead" id={row.leadId}>
              {name}
            </DetailLink>
          ) : (
            <span className="font-medium">{name}</span>
          )}
        </p>
        <Contact row={row} />
        {row.note && (
          <p className="mt-1 max-w-140 text-sm break-words whitespace-pre-line text-ink-2">{row.note}</p>
        )}
      </div>
      <div className="text-sm tabular-nums md:w-52">
        <time dateTime={row.startTime}>{callMoment(row.startTime, tz)}</time>
        <p className="max-w-60 truncate text-xs text-ink-3">{placeOf(row)}</p>
      </div>
      <div className="md:w-56">
        {row.isOver ? (
          <OutcomeButtons
            uid={row.uid}
            name={name}
            chosen={row.outcome}
            className="relative z-10 grid grid-cols-2 gap-1.5"
          />
        ) : (
          row.manage && (
            <a
              href={row.manage}
              target="_blank"
              rel="noreferrer"
              className="relative z-10 inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-2 hover:text-ink md:min-h-9"
            >
              Move or cancel<span className="sr-only"> the call of {name}, in a new tab</span>
            </a>
          )
        )}
      </div>
    </li>
  )
}

/** Booked calls, whichever calendar they were booked in: the ones to come, and the last week's with how they went. */
export function UpcomingCalls() {
  const { rows: all, total, error, retry } = useUpcoming()
  const { data: setup, isPending } = useCalendarSetup()
  const address = useAddress()
  // By the clock of the hours below and of the mails; where that is out of reach, by the dashboard's.
  const tz = setup?.rules.timezone ?? address.tz
  const list = (title: string, some: UpcomingCall[]) => (
    <>
      <h3 className="mt-5 text-sm font-medium text-ink-2">{title}</h3>
      <ul aria-label={title} className="mt-1 border-t border-line">
        {some.map((row) => (
          <Row key={row.id} row={row} tz={tz} />
        ))}
      </ul>
    </>
  )
  const rows = isPending ? undefined : all
  const past = rows?.filter(({ isOver }) => isOver).reverse() ?? []
  const next = rows?.filter(({ isOver }) => !isOver) ?? []
  return (
    <section aria-labelledby="upcoming-title">
      <h2 id="upcoming-title" className="text-lg font-semibold">
        Booked calls
      </h2>
      {!rows &&
        (error ? <FailedList what="Booked calls" error={error} retry={retry} /> : <ListSkeleton rows={3} />)}
      {rows && next.length === 0 && (
        <p className="mt-1 text-sm text-ink-2">No calls booked. Upcoming calls appear here.</p>
      )}
      {next.length > 0 && list('Upcoming', next)}
      {past.length > 0 && list('The last seven days: did they take place?', past)}
      {rows && <CutNote which="nearest to now" shown={rows.length} total={total} />}
    </section>
  )
}
