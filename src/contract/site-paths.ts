/** The site's own pages by their path, each with the name of its part of the site content; the dashboard is none of them. */
export const sitePages = {
  '/': 'home',
  '/freetraining': 'freetraining',
  '/freetraining2': 'freetraining2',
  '/freetrainingc': 'freetrainingc',
  '/trainingportal': 'portal',
  '/meme': 'meme',
  '/meme2': 'meme2',
  '/lander-college': 'landerCollege',
  '/lander-hack': 'landerHack',
  '/thankyoucall': 'thankyoucall',
  '/thankyoucallb': 'thankyoucallb',
  '/thankyoucallc': 'thankyoucallc',
  '/qualified': 'qualified',
  '/apply': 'apply',
  '/builder': 'builder',
  '/bookstrategy': 'bookstrategy',
  '/callbooked': 'callbooked',
  '/terms': 'terms',
  '/privacy': 'privacy',
} as const

/** The path of a page. */
export type SitePath = keyof typeof sitePages

/** The paths of the site's own pages. */
export const sitePaths: readonly string[] = Object.keys(sitePages)
