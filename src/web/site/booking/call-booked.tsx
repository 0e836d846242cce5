import { mailLink } from '#contract/contact-links.ts'
import type { CallBookedWords } from '#contract/site-content-booking.ts'
import type { Booking } from './booking-parameters.ts'
import { locationText, meetingTime } from './meeting-time.ts'
import { type BookingView, useBooking } from './use-booking.ts'

/** The booking confirmation: its words, and whom to write to about another time. */
export type CallBookedProps = {
  words: CallBookedWords
  /** What a booking in our own calendar can do more. */
  own: Record<'addToCalendar' | 'change' | 'cancelled' | 'again', string>
  email: string
  isPreview?: boolean
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M3 8.5l3.2 3.2L13 5" />
    </svg>
  )
}

function Badges({ words, tag }: { words: CallBookedWords; tag: BookingView['tag'] }) {
  return (
    <div role="status">
      <ul className="badges">
        <li className="badge badge-done">
          <Tick />
          {words.confirmed}
        </li>
        {tag === 'tagged' && (
          <li className="badge badge-done">
            <Tick />
            {words.tagged}
          </li>
        )}
        {tag === 'processing' && (
          <li className="badge">
            <span className="badge-dot" />
            {words.processing}
          </li>
        )}
      </ul>
    </div>
  )
}

/** The booking's rows with something to say; before it is read all of them, empty, to keep the place. */
function rowsOf(booking: Booking | undefined, words: CallBookedWords['details']) {
  const rows = [
    { name: 'title', label: words.meeting, text: booking?.title },
    { name: 'time', label: words.time, text: booking && meetingTime(booking.startTime) },
    { name: 'name', label: words.name, text: booking?.attendeeName },
    { name: 'email', label: words.email, text: booking?.email },
    { name: 'location', label: words.location, text: booking && locationText(booking.location) },
  ]
  return booking ? rows.filter(({ text }) => text) : rows
}

function Details(props: { words: CallBookedWords['details']; view: BookingView }) {
  const { words, view } = props
  const rows = rowsOf(view.booking, words)
  const afterwards =
    rows.length === 0 ? words.unknown : rows.some(({ name }) => name === 'time') ? words.zone : ''
  return (
    <section className="ticket">
      <h2>{words.title}</h2>
      <p className="ticket-state" role="status">
        {view.state === 'done' ? afterwards : words.loading}
      </p>
      <noscript>
        <p>{words.withoutScript}</p>
      </noscript>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ name, label, text }) => (
            <div key={name} data-row={name}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/**
 * What /callbooked says (docs/spec.md, 'Booking pages'): the booking as the calendar's redirect told it. It is called
 * booked only where the calendar said so, and for whom.
 */
export function CallBooked({ words, own, email, isPreview = false }: CallBookedProps) {
  const view = useBooking(words.errors, isPreview)
  const { booking, isCancelled } = view
  const isConfirmed = !booking || isPreview || (booking.isSuccess && booking.email !== '' && !isCancelled)
  const headline = isConfirmed ? words.headline : isCancelled ? own.cancelled : words.unconfirmed
  const isAnythingKnown = !booking || isConfirmed || rowsOf(booking, words.details).length > 0
  return (
    <main className="wrap booked" data-state={view.state}>
      <div className="booked-hello">
        <svg className="booked-sign" viewBox="4 0 116 60" aria-hidden="true">
          <path className="booked-way" d="M6 46h34c26 0 12-30 40-30h6" />
          <circle
            className={isConfirmed ? 'booked-dot' : 'booked-way'}
            cx="98"
            cy="18"
            r={isConfirmed ? 16 : 14}
          />
          {isConfirmed && <path className="booked-tick" d="M91 18.5l5 5 9.5-10" />}
        </svg>
        {/* Both have room, so that nothing moves once it is known which of them is true. */}
        <h1 data-room={isConfirmed ? words.unconfirmed : words.headline}>
          <span>{headline}</span>
        </h1>
        {isConfirmed && <Badges words={words} tag={view.tag} />}
        {view.error && (
          <p className="booked-error" role="alert">
            {view.error}
          </p>
        )}
      </div>
      {isAnythingKnown && <Details words={words.details} view={view} />}
      <section className="booked-next">
        {isConfirmed && (
          <>
            <h2>{words.next.title}</h2>
            <ol>
              {(booking?.isMailed === false ? words.next.withoutMail : words.next.steps).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
        {isConfirmed && view.manage && (
          <p className="booked-own">
            <a href={`${view.manage}/call.ics`}>{own.addToCalendar}</a>
            <a href={view.manage}>{own.change}</a>
          </p>
        )}
        {isCancelled && (
          <a className="button" href="/bookstrategy">
            {own.again}
          </a>
        )}
        <a className="button button-quiet" href="/">
          {words.home}
        </a>
        {!isCancelled && (email || booking?.isMailed !== false) && (
          <p className="booked-change">
            {email ? (
              <>
                {words.reschedule} <a href={mailLink(email)}>{email}</a>
              </>
            ) : (
              words.rescheduleByInvitation
            )}
          </p>
        )}
      </section>
    </main>
  )
}
