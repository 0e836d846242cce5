import { mailLink } from '#contract/contact-links.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { CallBookedWords } from '#contract/site-content-booking.ts'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import callBookedStyles from './call-booked.css?inline'

function Tick() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M3 8.5l3.2 3.2L13 5" />
    </svg>
  )
}

function Badges({ words }: { words: CallBookedWords }) {
  return (
    <div role="status">
      <ul className="badges">
        <li className="badge badge-done">
          <Tick />
          {words.confirmed}
        </li>
        <li className="badge badge-done" data-badge="tagged" hidden>
          <Tick />
          {words.tagged}
        </li>
        <li className="badge" data-badge="processing" hidden>
          <span className="badge-dot" />
          {words.processing}
        </li>
      </ul>
    </div>
  )
}

function Details({ words }: { words: CallBookedWords['details'] }) {
  const rows = [
    ['title', words.meeting],
    ['time', words.time],
    ['name', words.name],
    ['email', words.email],
    ['location', words.location],
  ] as const
  return (
    <section className="ticket" data-zone={words.zone} data-unknown={words.unknown}>
      <h2>{words.title}</h2>
      <p className="ticket-state" role="status">
        {words.loading}
      </p>
      <noscript>
        <p>{words.withoutScript}</p>
      </noscript>
      <dl>
        {rows.map(([name, label]) => (
          <div key={name} data-row={name}>
            <dt>{label}</dt>
            <dd />
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * /callbooked (docs/spec.md, 'Booking pages'): the booking confirmed. The script fills in what the calendar's
 * redirect passed on.
 */
function CallBookedPage({ content }: { content: SiteContent }) {
  const { callbooked: words, brand } = content
  const { noEmail, failed, network } = words.errors
  return (
    <>
      <header className="wrap booked-head">
        <Wordmark name={brand.name} href="/" />
      </header>
      <main
        className="wrap booked"
        data-state="unread"
        data-no-email={noEmail}
        data-failed={failed}
        data-network={network}
      >
        <div className="booked-hello">
          <svg className="booked-sign" viewBox="4 0 116 60" aria-hidden="true">
            <path className="booked-way" d="M6 46h34c26 0 12-30 40-30h6" />
            <circle className="booked-dot" cx="98" cy="18" r="16" />
            <path className="booked-tick" d="M91 18.5l5 5 9.5-10" />
          </svg>
          <h1>{words.headline}</h1>
          <Badges words={words} />
          <p className="booked-error" role="alert" hidden />
        </div>
        <Details words={words.details} />
        <section className="booked-next">
          <h2>{words.next.title}</h2>
          <ol>
            {words.next.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <a className="button button-quiet" href="/">
            {words.home}
          </a>
          <p className="booked-change">
            {brand.email ? (
              <>
                {words.reschedule} <a href={mailLink(brand.email)}>{brand.email}</a>
              </>
            ) : (
              words.rescheduleByInvitation
            )}
          </p>
        </section>
      </main>
    </>
  )
}

/** `/callbooked` */
export const callBookedPage: PublicPage = {
  body: CallBookedPage,
  styles: callBookedStyles,
  theme: 'light',
  script: 'call-booked',
  isFrameable: true,
  listed: false,
}
