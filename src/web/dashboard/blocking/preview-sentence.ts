import type { BlockPreview } from '#contract/blocking.ts'

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`

/** What a block's switch changes, in one sentence: '31 visitors, 2 leads and 84 page views will be hidden.' */
export function previewSentence({ isBlocked, isEstimate, visitors, pageViews, leads }: BlockPreview): string {
  const will = isBlocked ? 'come back' : 'be hidden'
  if (visitors + pageViews + leads === 0) return `Nothing recorded so far would ${will}.`
  const about = isEstimate ? 'About ' : ''
  return `${about}${counted(visitors, 'visitor')}, ${counted(leads, 'lead')} and ${counted(pageViews, 'page view')} will ${will}.`
}
