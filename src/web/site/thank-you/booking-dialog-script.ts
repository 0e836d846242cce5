import { aimAtCalendar, openCalendar } from '#web/site/booking/calendar-frame-script.ts'
import { calendarVisit } from '#web/site/booking/calendar-visit.ts'
import { startFrameDialog } from '#web/site/page/frame-dialog-script.ts'

/** Makes 'Book Call Now' open the calendar in a dialog; without modal dialogs it stays a link to the calendar. */
export async function startBookingDialog(page: string): Promise<void> {
  const button = document.querySelector<HTMLAnchorElement>('.book-button')
  const dialog = document.querySelector<HTMLDialogElement>('#booking')
  const place = dialog?.querySelector<HTMLElement>('.calendar')
  const calendar = place?.dataset.calendar
  if (!button || !dialog || !place || !calendar) return
  const visit = calendarVisit(page)
  if (typeof dialog.showModal === 'function') {
    button.addEventListener('click', async (event) => {
      event.preventDefault()
      dialog.showModal()
      openCalendar(place, await visit)
    })
    startFrameDialog(dialog)
  }
  aimAtCalendar(button, calendar, (await visit).prefill)
}
