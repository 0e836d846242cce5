import type { DryRun } from '#contract/auto-tag-rules.ts'
import type { AutoTagLog, AutoTagRule } from '#contract/auto-tags.ts'
import { answersToCaptures, namesPages } from '#contract/rule-pages.ts'

/** Each trigger as a person would say it. */
export const triggerLabels: Record<AutoTagRule['trigger'], string> = {
  lead_captured: 'Lead captured',
  video_progress: 'Video watched',
  application: 'Application filled in',
  booking: 'Call booked',
  page_view: 'Page viewed',
}

/** Seconds of a video as minutes:seconds, '11:55' (docs/spec.md, 'The dashboard'). */
export const watchTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** What sets a rule off, as a person would say it. */
export const triggerLabel = ({ trigger }: Pick<AutoTagRule, 'trigger'>): string => triggerLabels[trigger]

/** A rule's conditions as words; '' where it has none. */
export function conditionLabel({ conditions }: Pick<AutoTagRule, 'conditions'>): string {
  const words: string[] = []
  if (namesPages(conditions)) words.push(`page ${pageWords(conditions)}`)
  if (conditions.watchTime !== undefined) words.push(`from ${watchTime(conditions.watchTime)} of the video`)
  return words.join(', ')
}

function pageWords({ page = [], exactPage = [] }: AutoTagRule['conditions']): string {
  const words = [
    page.length > 0 ? `contains ${page.join(' or ')}` : '',
    exactPage.length > 0 ? `is ${exactPage.join(' or ')}` : '',
  ]
  return words.filter(Boolean).join(', or ')
}

const doing: Record<AutoTagRule['trigger'], string> = {
  lead_captured: 'who sends a lead form',
  video_progress: 'who watches the video',
  application: 'who fills in the application',
  booking: 'who books a call',
  page_view: 'who comes back to view a page',
}

type Drafted = {
  tagName: string
  trigger: AutoTagRule['trigger']
  conditions?: AutoTagRule['conditions'] | undefined
}

/** Whom a rule tags, in one or two sentences, with what surprises said aloud. */
export function whomLabel({ tagName, trigger, conditions = {} }: Drafted): string {
  const tag = tagName.trim() ? `“${tagName.trim()}”` : 'the tag'
  const where = namesPages(conditions) ? ` where the path ${pageWords(conditions)}` : ''
  const isVideo = trigger === 'video_progress'
  const from = isVideo && conditions.watchTime !== undefined ? ` to ${watchTime(conditions.watchTime)}` : ''
  const sentences = [`Gives ${tag} to everyone ${doing[trigger]}${from}${isVideo ? '' : where}.`]
  if (trigger !== 'lead_captured' && answersToCaptures({ trigger, conditions }))
    sentences.push(`Also to everyone who sends a lead form${where}.`)
  if (trigger === 'page_view') sentences.push('Only leads get it, and each only once.')
  return sentences.join(' ')
}

/** What a dry run found, in one sentence. */
export function dryRunLabel({ count, tagged, days }: Pick<DryRun, 'count' | 'tagged' | 'days'>): string {
  if (count === 0) return `Nobody would have got this tag in the last ${days} days.`
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
  const known =
    tagged === 0
      ? 'None of them has it today.'
      : tagged === count
        ? 'All of them have it already.'
        : `${tagged.toLocaleString('en-US')} of them ${tagged === 1 ? 'has' : 'have'} it already.`
  return `${people} would have got this tag. ${known}`
}

/** Why a dry run names somebody: the event that would have done it. */
export function reasonLabel(cause: {
  cause: AutoTagRule['trigger']
  page: string | null
  watchTime: number | null
}): string {
  const page = cause.page ?? 'a page'
  if (cause.cause === 'lead_captured') return `Sent the form on ${page}`
  if (cause.cause === 'video_progress') return `Watched to ${watchTime(cause.watchTime ?? 0)}`
  if (cause.cause === 'application') return cause.page ? `Applied, on ${page}` : 'Applied'
  return cause.cause === 'booking' ? 'Booked a call' : `Viewed ${page}`
}

type Cause = Pick<AutoTagLog, 'triggerData'> & Partial<Pick<AutoTagLog, 'trigger'>>

/** What set one execution off, and who says so; '' where an older version kept nothing of it. */
export function causeLabel({ trigger, triggerData }: Cause): string {
  const { page = null, watchTime: second, confirmed } = triggerData
  if (!trigger) return [page, second === undefined ? '' : `at ${watchTime(second)}`].filter(Boolean).join(' ')
  if (confirmed && trigger === 'application') return 'Applied, as the form confirms'
  if (confirmed && trigger === 'booking') return 'Booked a call, as the calendar confirms'
  return reasonLabel({ cause: trigger, page, watchTime: second ?? null })
}
