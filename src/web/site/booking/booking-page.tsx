import type { BookingOnPage } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import { BookingDesk } from './booking-desk.tsx'
import bookingStyles from './booking-page.css?inline'
import { fieldWordsOf } from './field-words.ts'
import ownCalendarStyles from './own-calendar.css?inline'
import slotGridStyles from './slot-grid.css?inline'

/** /booking: a call booked without scripts, and every call moved or cancelled by its link. */
function BookingPage({ content, booking }: { content: SiteContent; booking?: BookingOnPage | undefined }) {
  return (
    <>
      <header className="wrap desk-head">
        <Wordmark brand={content.brand} href="/" />
      </header>
      {booking && (
        <Island
          name="booking-desk"
          component={BookingDesk}
          props={{ words: content.ownCalendar, fieldWords: fieldWordsOf(content), booking }}
          evenWhenSaving
        />
      )}
    </>
  )
}

/** `/booking`, which is drawn for each visitor and known to nobody else. */
export const bookingPage: PublicPage = {
  body: BookingPage,
  styles: ownCalendarStyles + slotGridStyles + bookingStyles,
  theme: 'light',
  listed: false,
  isUnlisted: true,
  isPrivate: true,
}
