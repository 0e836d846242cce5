import type { SiteContent } from '#contract/site-content.ts'
import { Island } from '#web/site/island/island.tsx'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import callBookedStyles from './call-booked.css?inline'
import { CallBooked } from './call-booked.tsx'

/** /callbooked: the booking confirmed. */
function CallBookedPage({ content, isPreview }: { content: SiteContent; isPreview?: boolean }) {
  const { callbooked: words, brand, ownCalendar } = content
  return (
    <>
      <header className="wrap booked-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <Island
        name="call-booked"
        component={CallBooked}
        evenWhenSaving
        props={{
          words,
          own: {
            addToCalendar: ownCalendar.addToCalendar,
            change: ownCalendar.change,
            cancelled: ownCalendar.cancelledTitle,
            again: ownCalendar.again,
          },
          email: brand.email,
          isPreview,
        }}
      />
    </>
  )
}

/** `/callbooked` */
export const callBookedPage: PublicPage = {
  body: CallBookedPage,
  styles: callBookedStyles,
  theme: 'light',
  isFrameable: true,
  listed: false,
}
