import { type SitePath, sitePages } from '#contract/site-paths.ts'
import { applicationPage } from './application/application-page.tsx'
import { bookStrategyPage } from './booking/book-strategy-page.tsx'
import { bookingPage } from './booking/booking-page.tsx'
import { callBookedPage } from './booking/call-booked-page.tsx'
import { builderPage } from './builder/builder-page.tsx'
import { homePage } from './home/home-page.tsx'
import { collegePage } from './lander-college/college-page.tsx'
import { hackPage } from './lander-hack/hack-page.tsx'
import { legalPage } from './legal/legal-page.tsx'
import { memePage } from './meme/meme-page.tsx'
import { notFoundPage } from './not-found/not-found-page.tsx'
import type { PublicPage } from './page/public-page.ts'
import { portalPage } from './portal/portal-page.tsx'
import { qualifiedPage } from './thank-you/qualified-page.tsx'
import { receivedPage } from './thank-you/received-page.tsx'
import { twoStepsPage } from './thank-you/two-steps-page.tsx'
import { trainingPage } from './training/training-page.tsx'

/** Every public page by its path. */
export const publicPages: Record<SitePath, PublicPage> = {
  '/': homePage,
  '/freetraining': trainingPage('freetraining', { place: 'dialog' }),
  '/freetraining2': trainingPage('freetraining2', {
    place: 'tab',
    supportEmail: true,
    canonical: '/freetraining',
  }),
  '/freetrainingc': trainingPage('freetrainingc', { place: 'tab', gated: true, canonical: '/freetraining' }),
  '/meme': memePage('meme', 'choice'),
  '/meme2': memePage('meme2', 'dog'),
  '/lander-college': collegePage,
  '/lander-hack': hackPage,
  '/trainingportal': portalPage,
  '/apply': applicationPage,
  '/builder': builderPage,
  '/thankyoucall': twoStepsPage('thankyoucall'),
  '/thankyoucallb': { ...twoStepsPage('thankyoucallb'), canonical: '/thankyoucall' },
  '/thankyoucallc': receivedPage,
  '/qualified': qualifiedPage,
  '/bookstrategy': bookStrategyPage,
  '/callbooked': callBookedPage,
  '/terms': legalPage('terms'),
  '/privacy': legalPage('privacy'),
}

/** The page at a path with the name of its words in the content; the page for unknown addresses where it has none. */
export const findPage = (path: string) =>
  path === '/booking'
    ? { ...bookingPage, words: 'ownCalendar' as const, isFound: true }
    : findListedPage(path)

const findListedPage = (path: string) =>
  isSitePath(path)
    ? { ...publicPages[path], words: sitePages[path], isFound: true }
    : { ...notFoundPage, words: 'notFound' as const, isFound: false }

const isSitePath = (path: string): path is SitePath => Object.hasOwn(publicPages, path)
