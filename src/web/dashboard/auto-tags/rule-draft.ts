import type { AutoTagRule } from '#contract/auto-tags.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { watchTime } from './rule-words.ts'

/** A rule while it is being edited: the watch time is text, '11:55'. */
export type Draft = {
  name: string
  description: string
  tagName: string
  trigger: AutoTagRule['trigger']
  page: string[]
  exactPage: string[]
  watchTime: string
}

/** What the editor starts with: a rule's own values, or an empty rule for captured leads. */
export function draftOf(rule: AutoTagRule | undefined): Draft {
  const { page = [], exactPage = [], watchTime: seconds } = rule?.conditions ?? {}
  return {
    name: rule?.name ?? '',
    description: rule?.description ?? '',
    tagName: rule?.tagName ?? '',
    trigger: rule?.trigger ?? 'lead_captured',
    page,
    exactPage,
    watchTime: seconds === undefined ? '' : watchTime(seconds),
  }
}

/** Reads '11:55', '11' (minutes) or '' as seconds; null where it is none of these. */
export function secondsOf(text: string): number | undefined | null {
  const wanted = text.trim()
  if (wanted === '') return undefined
  const [, minutes = '', seconds = '0'] = /^(\d{1,3})(?::([0-5]?\d))?$/.exec(wanted) ?? []
  return minutes === '' ? null : Number(minutes) * 60 + Number(seconds)
}

/** Whether the editor asks for pages and for a watch time with this trigger. */
export const asksFor = (trigger: Draft['trigger']) => ({
  pages: trigger !== 'booking',
  watchTime: trigger === 'video_progress',
})

/** What is sent for a draft; conditions that its trigger does not know are left out. */
export function inputOf(draft: Draft): CallInput<'POST /api/auto-tags/rules'> {
  const asked = asksFor(draft.trigger)
  const seconds = asked.watchTime ? secondsOf(draft.watchTime) : undefined
  return {
    name: draft.name,
    description: draft.description,
    tagName: draft.tagName,
    trigger: draft.trigger,
    conditions: {
      ...(asked.pages && draft.page.length > 0 ? { page: draft.page } : {}),
      ...(asked.pages && draft.exactPage.length > 0 ? { exactPage: draft.exactPage } : {}),
      ...(typeof seconds === 'number' ? { watchTime: seconds } : {}),
    },
  }
}

/** What the editor can say is missing before anything is sent, by the field's name. */
export function problemsOf(draft: Draft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'is needed'
  if (draft.tagName.trim() === '') problems.tagName = 'is needed'
  if (asksFor(draft.trigger).watchTime && secondsOf(draft.watchTime) === null)
    problems['conditions.watchTime'] = 'must be minutes and seconds, like 11:55'
  return problems
}
