import type { CalendarWords } from '#contract/site-content-booking.ts'
import { CalendarFrame } from '#web/site/booking/calendar-frame.tsx'

/** The dialog with the calendar; its frame is made when it is first opened. */
export function BookingDialog(props: { title: string; calendar: CalendarWords }) {
  return (
    <dialog id="booking" className="booking" aria-labelledby="booking-title">
      <div className="booking-head">
        <h2 id="booking-title">{props.title}</h2>
        <button type="button" className="booking-close" aria-label={props.calendar.close}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <section className="booking-body" aria-label={props.calendar.frame} tabIndex={0}>
        <CalendarFrame words={props.calendar} />
      </section>
    </dialog>
  )
}
