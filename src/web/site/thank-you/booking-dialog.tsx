import type { CalendarWords } from '#contract/site-content-booking.ts'
import { CalendarFrame } from '#web/site/booking/calendar-frame.tsx'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'

/** The dialog with the calendar; its frame is made when it is first opened. */
export function BookingDialog(props: { title: string; calendar: CalendarWords }) {
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
