import { bookingTag } from '#contract/funnel.ts'
import { applicationNews } from './application-news.ts'
import { bookingNews, fullHourAfter } from './booking-news.ts'
import type { LiveLead } from './live-visit.ts'
import { paymentNews } from './payment-news.ts'
import type { Random } from './random.ts'
import { reportOf } from './record-traffic.ts'
import { SITE_ORIGIN } from './site-pages.ts'
import type { News } from './vendor-news.ts'

/** One thing that a lead goes on to do, or that a vendor has to say of it. */
export type LiveStep = () => Promise<void>

/** How far a lead goes: every end has those before it in its way. */
export type LiveFate = 'lost' | 'watched' | 'applied' | 'booked' | 'moved' | 'cancelled' | 'paid'

/** What becomes of a live lead that has watched the training, step by step; the voice agent's calls follow from the application by themselves. */
export function liveStory(
  random: Random,
  lead: LiveLead,
  fate: LiveFate,
  tell: (news: News) => Promise<void>,
): LiveStep[] {
  const { person, visitor, browser, remembered } = lead
  const { fingerprint } = reportOf(visitor)
  const uid = `booking-${lead.id}`
  const open = (path: string, booking?: string) =>
    browser.open({
      path,
      referrer: `${SITE_ORIGIN}/freetraining`,
      ...remembered,
      ...(booking ? { booking } : {}),
    })

  const apply = async () => {
    await tell(applicationNews(random, lead, new Date()))
    await open('/thankyoucall')
    await browser.post('/api/leads/application-confirmation', { fingerprint, page: '/thankyoucall' })
  }
  const call = { uid, meeting: fullHourAfter(new Date(), random.whole(8, 70)) }
  const about = async (change: Parameters<typeof bookingNews>[2]) =>
    tell(bookingNews(lead, call, change, new Date()))
  const book = async () => {
    await open('/bookstrategy')
    await about('booked')
    await open('/callbooked', uid)
    const source = 'cal_booking'
    await browser.post('/api/leads/add-booking-tag', { email: person.email, tagName: bookingTag, source })
  }
  const move = () => about('moved')
  const cancel = () => about('cancelled')
  const pay = () => tell(paymentNews(lead, new Date()))

  return {
    lost: [],
    watched: [],
    applied: [apply],
    booked: [apply, book],
    moved: [apply, book, move],
    cancelled: [apply, book, cancel],
    paid: [apply, book, pay],
  }[fate]
}

/** How far somebody goes: in a demo more get far than a coach can hope for, so that there is something to see. */
export const inventFate = (random: Random): LiveFate =>
  random.weighted([
    ['lost', 22],
    ['watched', 10],
    ['applied', 20],
    ['booked', 14],
    ['moved', 8],
    ['cancelled', 8],
    ['paid', 20],
  ] as const)
