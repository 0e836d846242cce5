import type { AutoTagLog, AutoTagRule } from '#contract/auto-tags.ts'

const triggerWords: Record<AutoTagRule['trigger'], string> = {
  lead_captured: 'Lead captured',
  video_progress: 'Video watched',
  application: 'Application filled in',
  booking: 'Call booked',
  page_view: 'Page viewed',
}

/** Seconds of a video as minutes:seconds, '11:55' (product.md §9). */
export const watchTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** What sets a rule off, as a person would say it. */
export const triggerWord = ({ trigger }: Pick<AutoTagRule, 'trigger'>): string => triggerWords[trigger]

/** A rule's conditions as words; '' where it has none. */
export function conditionWords({ conditions }: Pick<AutoTagRule, 'conditions'>): string {
  const words: string[] = []
  if (conditions.page?.length) words.push(`page contains ${conditions.page.join(' or ')}`)
  if (conditions.watchTime !== undefined) words.push(`from ${watchTime(conditions.watchTime)} of the video`)
  return words.join(', ')
}

/** What set one execution off: its page and its second of the video, as far as known. */
export const causeWords = ({ triggerData }: Pick<AutoTagLog, 'triggerData'>): string =>
  [
    triggerData.page,
    triggerData.watchTime === undefined ? undefined : `at ${watchTime(triggerData.watchTime)}`,
  ]
    .filter(Boolean)
    .join(' ')
