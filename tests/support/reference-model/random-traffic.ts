import type { Touch } from './happened.ts'

/** Pages that are visited: more than a list of five holds, with and without a lead form. */
export const paths = [
  '/',
  '/meme',
  '/meme2',
  '/freetraining',
  '/trainingportal',
  '/thankyoucall',
  '/lander-hack',
]

/** How visits are tagged: nothing, a click id alone, campaigns and ads with and without a source, hostile names. */
export const queries = [
  '',
  '',
  '',
  '?utm_source=ig&utm_campaign=spring&utm_ad=reel-1',
  '?utm_source=ig&utm_campaign=spring&utm_ad=reel-2',
  '?utm_source=tiktok&utm_campaign=Spring%20%26%20100%25_more&utm_ad=reel-1',
  '?utm_source=Direct',
  '?utm_source=fb',
  '?utm_source=%20FaceBook&utm_campaign=spring',
  '?utm_source=News%20%20Letter',
  `?utm_source=fb&utm_campaign=${'long'.repeat(60)}&utm_ad=${'x'.repeat(230)}`,
  '?utm_campaign=spring',
  '?utm_source=news%20letter&utm_ad=%C3%BCber',
  '?utm_source=direct',
  '?utm_source=youtube',
  '?fbclid=1',
]

/** What views, lists and lead forms are narrowed to; one of each does not exist. */
export const campaigns = ['spring', 'Spring & 100%_more', 'long'.repeat(50), 'none']
/** The ads. */
export const ads = ['reel-1', 'reel-2', 'x'.repeat(200), 'über', 'none']
/** The sources as lists call them. */
export const sources = ['Direct', 'ig', 'fb', 'Facebook', 'NEWS letter', 'tiktok', 'none']

/** Where browsers say that visitors come from, if anything. */
export const referrers = [
  '',
  '',
  'https://www.instagram.com/p/abc?igsh=1',
  'https://l.facebook.com/',
  'android-app://com.google.android.gm/',
  'https://someone@News.Example:8443/path',
]

/** Public addresses; the first two are blocked now and then. */
export const addresses = ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '8.8.8.5', '2001:4860::8']
/** What browsers say of their clock; some say nothing. */
export const browserTimezones = ['America/New_York', 'Asia/Tokyo', '']

/** The touch that an address names; null where it names none. */
export function touchIn(query: string): Touch | null {
  const named = new URLSearchParams(query)
  if ([...named].length === 0) return null
  const cut = (name: string) => (named.get(name) ?? '').slice(0, 200)
  return { source: cut('utm_source'), campaign: cut('utm_campaign') || null, ad: cut('utm_ad') || null }
}
