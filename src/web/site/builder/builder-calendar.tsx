import type { BuilderWords } from '#contract/site-content-builder.ts'

const FRIDAY = 4

/** The program's days as a calendar, one row a week: the Fridays with their session, the last day live. */
export function BuilderCalendar({ words, weeks }: { words: BuilderWords['calendar']; weeks: number }) {
  const days = Array.from({ length: weeks * 7 }, (_, day) => day + 1)
  return (
    <figure className="calendar">
      <div className="calendar-days" role="img" aria-label={words.label}>
        {words.weekdays
          .split(/\s+/)
          .slice(0, 7)
          .map((weekday) => (
            <span key={weekday} className="weekday">
              {weekday}
            </span>
          ))}
        {days.map((day) => {
          const isFriday = (day - 1) % 7 === FRIDAY
          const isLast = day === days.length
          return (
            <span key={day} className={isFriday ? 'day day-friday' : isLast ? 'day day-live' : 'day'}>
              <b>{day}</b>
              {isFriday && <i>{words.session}</i>}
              {isLast && <i>{words.end}</i>}
            </span>
          )
        })}
      </div>
      <figcaption>
        <span>{words.days}</span>
        <span>{words.fridays}</span>
        <span>{words.hours}</span>
      </figcaption>
    </figure>
  )
}
