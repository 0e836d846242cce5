import { noCallReasons } from '#contract/calls.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { CalendarWords } from '#contract/site-content-booking.ts'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import calendarStyles from '#web/site/booking/calendar-frame.css?inline'
import { CalendarFrame, NoCalendar } from '#web/site/booking/calendar-frame.tsx'
import { calendarHosts } from '#web/site/booking/calendar-hosts.ts'
import frameDialogStyles from '#web/site/page/frame-dialog.css?inline'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import bookingDialogStyles from './booking-dialog.css?inline'
import { CallCard } from './call-card.tsx'
import thankYouStyles from './thank-you.css?inline'
import twoStepsStyles from './two-steps.css?inline'

const week = [[44, 74, 104], [44, 104], [44, 74, 104], [74], [44, 74, 104]]

/** A week with its free times; one of them is chosen. */
function WeekPicture() {
  return (
    <svg className="week" viewBox="0 0 320 148" aria-hidden="true">
      <rect className="week-sheet" width="320" height="148" rx="14" />
      {week.map((times, day) => {
        const x = 22 + day * 57
        return (
          <g key={x}>
            <circle className="week-day" cx={x + 24} cy="26" r="3.5" />
            {times.map((y) => (
              <rect
                key={y}
                className={day === 2 && y === 74 ? 'week-chosen' : 'week-time'}
                x={x}
                y={y}
                width="48"
                height="20"
                rx="5"
              />
            ))}
          </g>
        )
      })}
    </svg>
  )
}

/** The dialog with the calendar; its frame is made when it is first opened. */
function BookingDialog(props: { title: string; calendar: CalendarWords }) {
  const { title, calendar } = props
  return (
    <FrameDialog id="booking" title={title} close={calendar.close}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className="booking-body" aria-label={calendar.frame} tabIndex={0}>
        <CalendarFrame words={calendar} />
      </section>
    </FrameDialog>
  )
}

/** /thankyoucall and /thankyoucallb (docs/spec.md, 'Thank-you pages'): answer the call, then book the session. */
function TwoStepsPage({ content, words }: { content: SiteContent; words: TwoStepsWords }) {
  const { calendar, brand } = content
  return (
    <>
      <header className="wrap thanks-head">
        <Wordmark name={brand.name} href="/" />
      </header>
      <main className="wrap thanks" data-completes="yes">
        <h1>{words.headline}</h1>
        <h2 className="thanks-label">{words.label}</h2>
        <ol className="two">
          <li className="two-step">
            <div className="two-words">
              <h3 data-call-note="">{words.call.title}</h3>
              <p data-call-note="">{words.call.text}</p>
              <h3 data-no-call="any" hidden>
                {words.call.none.title}
              </h3>
              {noCallReasons.map((reason) => (
                <p key={reason} data-no-call={reason} hidden>
                  {words.call.none[reason]}
                </p>
              ))}
            </div>
            <div className="two-act">
              <div className="two-picture">
                <CallCard words={words.call} />
              </div>
              <p className="two-note" data-call-note="">
                {words.call.note}
              </p>
              <p className="two-note" data-no-call="any" hidden>
                <a href="#book">{words.call.none.button}</a>
              </p>
            </div>
          </li>
          <li className="two-step" id="book">
            <div className="two-words">
              <h3>{words.book.title}</h3>
              <p>{words.book.text}</p>
            </div>
            {calendar.link ? (
              <div className="two-act">
                <div className="two-picture">
                  <WeekPicture />
                </div>
                <a
                  className="button book-button"
                  href={calendar.link}
                  target="_blank"
                  rel="noopener"
                  data-same-tab={words.book.button}
                >
                  {words.book.button}
                </a>
              </div>
            ) : (
              <NoCalendar words={calendar} />
            )}
          </li>
        </ol>
      </main>
      {calendar.link && <BookingDialog title={words.book.dialog} calendar={calendar} />}
    </>
  )
}

/** A two-step page by the name of its words. */
export const twoStepsPage = (name: 'thankyoucall' | 'thankyoucallb'): PublicPage => ({
  body: ({ content }) => <TwoStepsPage content={content} words={content[name]} />,
  styles: thankYouStyles + calendarStyles + twoStepsStyles + frameDialogStyles + bookingDialogStyles,
  theme: 'light',
  script: 'thank-you',
  hosts: (content) => calendarHosts(content.calendar.link),
  listed: false,
})
