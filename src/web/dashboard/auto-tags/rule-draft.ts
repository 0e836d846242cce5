import type { AutoTagRule } from '#contract/auto-tags.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { withTyped } from '#web/dashboard/ui/typed-entry.ts'
import { watchTime } from './rule-labels.ts'
import { typedPath } from './typed-path.ts'

/** A rule while it is being edited: the watch time is text, '11:55'. */
export type Draft = {
  name: string
  description: string
  tagName: string
  trigger: AutoTagRule['trigger']
  page: string[]
  exactPage: string[]
  /** What is in the two fields for pages and not added yet; it counts as if it were. */
  typedPage: string
  typedExactPage: string
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
    typedPage: '',
    typedExactPage: '',
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
  const page = withTyped(draft.page, draft.typedPage)
  const exactPage = withTyped(draft.exactPage, draft.typedExactPage, typedPath)
  const seconds = asked.watchTime ? secondsOf(draft.watchTime) : undefined
  return {
    name: draft.name,
    description: draft.description,
    tagName: draft.tagName,
    trigger: draft.trigger,
    conditions: {
      ...(asked.pages && page.length > 0 ? { page } : {}),
      ...(asked.pages && exactPage.length > 0 ? { exactPage } : {}),
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

/** What the editor calls the fields that decide whom a rule tags. */
const fieldNames: Record<string, string> = {
  'conditions.watchTime': 'Watched at least to',
  'conditions.page': 'Pages whose path contains',
  'conditions.exactPage': 'Pages whose path is exactly',
}

/** The first field that keeps a draft from being tried, by its name on screen, and what is wrong with it. */
export function fieldToMend(
  problems: Record<string, string>,
): { name: string | undefined; problem: string } | undefined {
  for (const [field, problem] of Object.entries(problems)) {
    const known = Object.keys(fieldNames).find((name) => field === name || field.startsWith(`${name}.`))
    if (known) return { name: fieldNames[known], problem }
  }
  return undefined
}

/** Whether two drafts are one and the same rule once they are saved, however they were typed. */
export const isSameRule = (one: Draft, other: Draft): boolean => isSame(inputOf(one), inputOf(other))
