import { noCallReasons } from '#contract/calls.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { TwoStepsWords } from '#contract/site-content-thank-you.ts'
import calendarStyles from '#web/site/booking/calendar-frame.css?inline'
import { NoCalendar } from '#web/site/booking/calendar-frame.tsx'
import { calendarHosts } from '#web/site/booking/calendar-hosts.ts'
import frameDialogStyles from '#web/site/page/frame-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import bookingDialogStyles from './booking-dialog.css?inline'
import { BookingDialog } from './booking-dialog.tsx'
import { CallCard } from './call-card.tsx'
import thankYouStyles from './thank-you.css?inline'
import twoStepsStyles from './two-steps.css?inline'
import { WeekPicture } from './week-picture.tsx'

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
