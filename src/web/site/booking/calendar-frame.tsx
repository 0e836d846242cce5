import type { CalendarWords } from '#contract/site-content-booking.ts'

const days = Array.from({ length: 35 }, (_, day) => day)

/** What stands in the calendar's place while it opens: the shape of a month beside its times. */
function Skeleton() {
  return (
    <div className="calendar-skeleton" aria-hidden="true">
      <div className="calendar-month">
        {days.map((day) => (
          <i key={day} />
        ))}
      </div>
      <div className="calendar-times">
        {days.slice(0, 9).map((day) => (
          <i key={day} />
        ))}
      </div>
    </div>
  )
}

/** The place of the calendar's frame, which the script puts in; without JavaScript it is a link to the calendar. */
export function CalendarFrame({ words }: { words: CalendarWords }) {
  return (
    <div className="calendar" data-calendar={words.link} data-title={words.frame}>
      <Skeleton />
      <div className="calendar-word">
        <p className="calendar-opening" role="status">
          {words.loading}
        </p>
        <div className="calendar-rescue" role="status">
          <p className="calendar-slow">{words.slow}</p>
          <a
            className="button"
            href={words.link}
            target="_blank"
            rel="noopener"
            data-same-tab={words.sameTab}
          >
            {words.newTab}
          </a>
        </div>
      </div>
    </div>
  )
}

/** What a visitor reads while the owner has no calendar: what happens next. */
export function NoCalendar({ words }: { words: CalendarWords }) {
  return (
    <div className="no-calendar">
      <svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
        <rect x="1.5" y="9.5" width="44" height="33" rx="5" />
        <path d="M2 13l21.5 17L45 13" />
        <path className="no-calendar-dot" d="M54 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13z" />
      </svg>
      <p className="no-calendar-title">{words.missing}</p>
      <p>{words.missingText}</p>
    </div>
  )
}
