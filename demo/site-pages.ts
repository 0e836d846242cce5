import { withoutHiddenClaims } from '#contract/claim-answers.ts'
import { fillIn } from '#contract/fill-in.ts'
import { playedFilm } from '#contract/film-source.ts'
import { coachSite } from './coach-site.ts'

/** The site content that the demo's pages show. */
export const siteContent = fillIn(withoutHiddenClaims(coachSite))

/** The address under which the demo's coach would be found; `.example` exists for nobody. */
export const SITE_ORIGIN = 'https://coach.example'

const titles: Record<string, string> = {
  '/': siteContent.home.meta.title,
  '/freetraining': siteContent.freetraining.meta.title,
  '/freetraining2': siteContent.freetraining2.meta.title,
  '/freetrainingc': siteContent.freetrainingc.meta.title,
  '/meme': siteContent.meme.meta.title,
  '/meme2': siteContent.meme2.meta.title,
  '/lander-college': siteContent.landerCollege.meta.title,
  '/lander-hack': siteContent.landerHack.meta.title,
  '/terms': siteContent.terms.meta.title,
  '/privacy': siteContent.privacy.meta.title,
  '/trainingportal': 'Training Portal',
  '/thankyoucall': 'You might be a perfect fit',
  '/thankyoucallb': 'You might be a perfect fit',
  '/thankyoucallc': 'Application received',
  '/qualified': 'We are calling you now',
  '/bookstrategy': 'Book your strategy call',
  '/callbooked': 'Call Successfully Booked!',
  '/builder': 'Three weeks to your MVP',
}

/** The title a page shows; an address that is none has the 404 page's. */
export const titleOf = (path: string): string => titles[path] ?? siteContent.notFound.meta.title

/** The video of a training page, as the page names it in what it reports. */
export function mediaOf(page: string): string {
  const { freetraining, freetraining2, freetrainingc } = siteContent
  const pages = { '/freetraining2': freetraining2, '/freetrainingc': freetrainingc }[page] ?? freetraining
  return playedFilm(pages.video)?.media ?? 'training'
}
