import type { AutoTagRule } from './auto-tags.ts'

type Conditions = AutoTagRule['conditions']

/** Whether a rule names pages at all; one that names none holds everywhere. */
export const namesPages = ({ page, exactPage }: Conditions): boolean =>
  Boolean(page?.length) || Boolean(exactPage?.length)

/**
 * Whether a rule holds on a page: its path contains one of the parts, or is one of the whole paths (a slash at
 * the end aside).
 */
export function isOnPage(conditions: Conditions, path: string | undefined): boolean {
  if (!namesPages(conditions)) return true
  if (path === undefined) return false
  return (
    conditions.page?.some((part) => path.includes(part)) === true ||
    conditions.exactPage?.some((exact) => bare(exact) === bare(path)) === true
  )
}

/**
 * Whether a rule of another trigger also answers to a lead form sent on one of its pages
 * (docs/spec.md, 'Tags and rules').
 */
export const answersToCaptures = (rule: Pick<AutoTagRule, 'trigger' | 'conditions'>): boolean =>
  rule.trigger === 'lead_captured' ||
  (namesPages(rule.conditions) && (rule.trigger === 'video_progress' || rule.trigger === 'application'))

/**
 * Whether a page may take itself out of a rule: the rule is about lead forms and names this page by its whole
 * path, and would not hold here by a part of the path as well.
 */
export const isOwnOfPage = (rule: Pick<AutoTagRule, 'trigger' | 'conditions'>, path: string): boolean =>
  rule.trigger === 'lead_captured' &&
  Boolean(rule.conditions.exactPage?.some((exact) => bare(exact) === bare(path))) &&
  !rule.conditions.page?.some((part) => path.includes(part))

const bare = (path: string) => path.replace(/\/+$/, '')
