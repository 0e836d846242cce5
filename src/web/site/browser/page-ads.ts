import type { AdsOnPage } from '#contract/ads-on-page.ts'

const NONE: AdsOnPage = { pixel: '', ask: 'region', version: '', events: [] }

function read(): AdsOnPage {
  // Where the page is drawn there is none yet.
  if (typeof document === 'undefined') return NONE
  const text = document.querySelector<HTMLMetaElement>('meta[name=leadline-ads]')?.content
  // Our own server wrote it, in this shape.
  return text ? (JSON.parse(text) as AdsOnPage) : NONE
}

/** The page's advertising settings: pixel, whom to ask, and the events it reports. */
export const pageAds: AdsOnPage = read()
