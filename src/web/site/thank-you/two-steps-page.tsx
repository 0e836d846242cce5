import type { SiteContent } from '#contract/site-content.ts'
import calendarStyles from '#web/site/booking/calendar-frame.css?inline'
import { calendarHosts } from '#web/site/booking/calendar-hosts.ts'
import { fieldWordsOf } from '#web/site/booking/field-words.ts'
import ownCalendarStyles from '#web/site/booking/own-calendar.css?inline'
import slotGridStyles from '#web/site/booking/slot-grid.css?inline'
import { Island } from '#web/site/island/island.tsx'
import frameDialogStyles from '#web/site/page/frame-dialog.css?inline'
import type { PublicPage } from '#web/site/page/public-page.ts'
import { Wordmark } from '#web/site/page/wordmark.tsx'
import bookingDialogStyles from './booking-dialog.css?inline'
import thankYouStyles from './thank-you.css?inline'
import twoStepsStyles from './two-steps.css?inline'
import { TwoSteps } from './two-steps.tsx'
import type { DrawnCall } from './use-call.ts'

type TwoStepsName = 'thankyoucall' | 'thankyoucallb'

/** /thankyoucall and /thankyoucallb (docs/spec.md, 'Thank-you pages'): answer the call, then book the session. */
function TwoStepsPage(props: { content: SiteContent; name: TwoStepsName } & DrawnCall) {
  const { content, name } = props
  const { brand, [name]: words } = content
  return (
    <>
      <header className="wrap thanks-head">
        <Wordmark brand={brand} href="/" />
      </header>
      <main className="wrap thanks">
        <h1>{words.headline}</h1>
        <h2 className="thanks-label">{words.label}</h2>
        <Island
          name="two-steps"
          component={TwoSteps}
          evenWhenSaving
          props={{
            path: `/${name}`,
            words: { call: words.call, book: words.book },
            calendar: content.calendar,
            own: content.ownCalendar,
            fieldWords: fieldWordsOf(content),
            isPreview: props.isPreview,
            isWithoutCalls: props.isWithoutCalls,
          }}
        />
      </main>
    </>
  )
}

/** A two-step page by the name of its words. */
export const twoStepsPage = (name: TwoStepsName): PublicPage => ({
  body: ({ content, isPreview, isWithoutCalls }) => (
    <TwoStepsPage content={content} name={name} isPreview={isPreview} isWithoutCalls={isWithoutCalls} />
  ),
  styles:
    thankYouStyles +
    calendarStyles +
    ownCalendarStyles +
    slotGridStyles +
    twoStepsStyles +
    frameDialogStyles +
    bookingDialogStyles,
  theme: 'light',
  script: 'arrival',
  hosts: (content) => calendarHosts(content.calendar),
  announcesCall: true,
  listed: false,
})
