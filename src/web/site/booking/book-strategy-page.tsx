import type { SiteContent } from '#contract/site-content.ts'
import { Paragraphs } from '#web/site/page/paragraphs.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import bookStrategyStyles from './book-strategy.css?inline'
import calendarStyles from './calendar-frame.css?inline'
import { CalendarFrame, NoCalendar } from './calendar-frame.tsx'
import { calendarHosts } from './calendar-hosts.ts'
import { CoachPhoto } from './coach-photo.tsx'

/**
 * /bookstrategy (docs/spec.md, 'Booking pages'): who would like to meet, the calendar to book on, and a personal
 * note.
 */
function BookStrategyPage({ content }: { content: SiteContent }) {
  const { bookstrategy: words, calendar, brand } = content
  const photo = words.photo.src ? words.photo : brand.portrait
  return (
    <>
      <header className="wrap meet-head">
        <Wordmark name={brand.name} href="/" />
      </header>
      <main className="wrap meet">
        <div className="meet-hello">
          <CoachPhoto photo={photo} />
          <div>
            <h1>{words.headline}</h1>
            {calendar.link && <p className="meet-notice">{words.notice}</p>}
          </div>
        </div>
        <section className="meet-calendar" id="calendar" tabIndex={-1} aria-label={calendar.frame}>
          {calendar.link ? <CalendarFrame words={calendar} /> : <NoCalendar words={calendar} />}
        </section>
        <section className="meet-note">
          <h2>{words.noteTitle}</h2>
          <div className="meet-letter">
            <Paragraphs text={words.note} />
            <p className="meet-signature">{words.signature}</p>
            {calendar.link && (
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
  styles: calendarStyles + bookStrategyStyles,
  theme: 'light',
  script: 'book-strategy',
  hosts: (content) => calendarHosts(content.calendar.link),
  listed: false,
}
