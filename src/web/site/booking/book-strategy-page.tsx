import { calendarInUse } from '#contract/calendar-in-use.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import bookStrategyStyles from './book-strategy.css?inline'
import calendarStyles from './calendar-frame.css?inline'
import { NoCalendar } from './calendar-frame.tsx'
import { calendarHosts } from './calendar-hosts.ts'
import { fieldWordsOf } from './field-words.ts'
import { MeetingCalendar } from './meeting-calendar.tsx'
import ownCalendarStyles from './own-calendar.css?inline'
import slotGridStyles from './slot-grid.css?inline'

/** The coach's photo; without one, a drawn figure at the end of the brand's line. */
function CoachPhoto({ photo, field }: { photo: { src: string; alt: string }; field: string }) {
  if (photo.src)
    return (
      <SitePicture
        className="coach-photo"
        picture={photo}
        field={field}
        width={480}
        height={480}
        sizes="(min-width: 50em) 11rem, 6rem"
      />
    )
  return (
    <svg className="coach-photo" data-field={field} viewBox="0 0 240 240" aria-hidden="true">
      <rect className="coach-ground" width="240" height="240" />
      <path className="coach-line" d="M-10 214h130c112 0 30-156 84-156" />
      <circle className="coach-end" cx="204" cy="58" r="11" />
      <path className="coach-body" d="M42 252c0-62 34-92 78-92s78 30 78 92z" />
      <circle className="coach-body" cx="120" cy="112" r="42" />
    </svg>
  )
}

/**
 * /bookstrategy (docs/spec.md, 'Booking pages'): who would like to meet, the calendar to book on, and a personal
 * note.
 */
function BookStrategyPage(props: { content: SiteContent; isPreview?: boolean }) {
  const { content } = props
  const { bookstrategy: words, calendar, brand } = content
  const isOwn = words.photo.src !== ''
  const hasCalendar = calendarInUse(calendar) !== 'none'
  return (
    <>
      <header className="wrap meet-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <main className="wrap meet">
        <div className="meet-hello">
          <CoachPhoto
            photo={isOwn ? words.photo : brand.portrait}
            field={isOwn ? 'bookstrategy.photo.src' : 'brand.portrait.src'}
          />
          <div>
            <h1>{words.headline}</h1>
            {hasCalendar && <p className="meet-notice">{words.notice}</p>}
          </div>
        </div>
        <section className="meet-calendar" id="calendar" tabIndex={-1} aria-label={calendar.frame}>
          {hasCalendar ? (
            <Island
              name="book-strategy"
              component={MeetingCalendar}
              props={{
                words: calendar,
                own: content.ownCalendar,
                fieldWords: fieldWordsOf(content),
                isPreview: props.isPreview,
              }}
            />
          ) : (
            <NoCalendar words={calendar} />
          )}
        </section>
        <section className="meet-note">
          <h2>{words.noteTitle}</h2>
          <div className="meet-letter">
            <Paragraphs text={words.note} />
            <p className="meet-signature">{words.signature}</p>
            {hasCalendar && (
              <a className="button" href="#calendar">
                {words.button}
              </a>
            )}
          </div>
        </section>
      </main>
    </>
  )
}

/** `/bookstrategy` */
export const bookStrategyPage: PublicPage = {
  body: BookStrategyPage,
  styles: calendarStyles + ownCalendarStyles + slotGridStyles + bookStrategyStyles,
  theme: 'light',
  script: 'arrival',
  hosts: (content) => calendarHosts(content.calendar),
  listed: false,
}
