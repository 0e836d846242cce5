import bookStrategyStyles from '#web/site/booking/book-strategy.css?inline'
import { BookStrategyPage } from '#web/site/booking/book-strategy-page.tsx'
import calendarStyles from '#web/site/booking/calendar-frame.css?inline'
import { calendarHosts } from '#web/site/booking/calendar-hosts.ts'
import callBookedStyles from '#web/site/booking/call-booked.css?inline'
import { CallBookedPage } from '#web/site/booking/call-booked-page.tsx'
import frameDialogStyles from '#web/site/page/frame-dialog.css?inline'
import type { PublicPage } from '#web/site/public-pages.tsx'
import bookingDialogStyles from './booking-dialog.css?inline'
import qualifiedStyles from './qualified.css?inline'
import { QualifiedPage } from './qualified-page.tsx'
import receivedStyles from './received.css?inline'
import { ReceivedPage } from './received-page.tsx'
import thankYouStyles from './thank-you.css?inline'
import twoStepsStyles from './two-steps.css?inline'
import { TwoStepsPage } from './two-steps-page.tsx'

const twoSteps = (name: 'thankyoucall' | 'thankyoucallb'): PublicPage => ({
  meta: (content) => content[name].meta,
  body: (content) => <TwoStepsPage content={content} words={content[name]} />,
  styles: thankYouStyles + calendarStyles + twoStepsStyles + frameDialogStyles + bookingDialogStyles,
  theme: 'light',
  script: 'thank-you',
  hosts: (content) => calendarHosts(content.calendar.link),
  listed: false,
})

/**
 * The pages after an application and around a booking (docs/spec.md, 'Pages'), by path. The sitemap names none of
 * them.
 */
export const confirmationPages: Record<string, PublicPage> = {
  '/thankyoucall': twoSteps('thankyoucall'),
  '/thankyoucallb': { ...twoSteps('thankyoucallb'), canonical: '/thankyoucall' },
  '/thankyoucallc': {
    meta: (content) => content.thankyoucallc.meta,
    body: (content) => <ReceivedPage content={content} />,
    styles: thankYouStyles + receivedStyles,
    theme: 'light',
    script: 'thank-you',
    listed: false,
  },
  '/qualified': {
    meta: (content) => content.qualified.meta,
    body: (content) => <QualifiedPage content={content} />,
    styles: thankYouStyles + qualifiedStyles,
    theme: 'light',
    script: 'thank-you',
    listed: false,
  },
  '/bookstrategy': {
    meta: (content) => content.bookstrategy.meta,
    body: (content) => <BookStrategyPage content={content} />,
    styles: calendarStyles + bookStrategyStyles,
    theme: 'light',
    script: 'book-strategy',
    hosts: (content) => calendarHosts(content.calendar.link),
    listed: false,
  },
  '/callbooked': {
    meta: (content) => content.callbooked.meta,
    body: (content) => <CallBookedPage content={content} />,
    styles: callBookedStyles,
    theme: 'light',
    script: 'call-booked',
    isFrameable: true,
    listed: false,
  },
}
