import type { BlockPreview } from '#contract/blocking.ts'
import { dayWords } from '#web/dashboard/time/day-words.ts'

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`

/** What a block's switch changes, in one sentence: '31 visitors, 2 leads and 84 page views will be hidden.' */
export function previewSentence(preview: BlockPreview): string {
  const { isBlocked, isEstimate, visitors, pageViews, leads, keptFrom } = preview
  const will = isBlocked ? 'come back' : 'be hidden'
  const before = keptFrom ? ` Numbers from before ${dayWords(keptFrom)} stay as they were counted.` : ''
  if (visitors + pageViews + leads === 0) return `Nothing recorded so far would ${will}.${before}`
  const about = isEstimate ? 'About ' : ''
  return `${about}${counted(visitors, 'visitor')}, ${counted(leads, 'lead')} and ${counted(pageViews, 'page view')} will ${will}.${before}`
}
