import type { AutoTagRule } from '#contract/auto-tags.ts'
import type { SortColumn } from '#web/dashboard/list/sort-controls.tsx'
import type { Sorting } from '#web/dashboard/list/sorting.ts'

/** The columns rules can be sorted by. Their log stands in the same view, with names of its own. */
export const ruleSorts = ['rule', 'rule-tag', 'successes', 'errors'] as const
type RuleSort = (typeof ruleSorts)[number]

/** The same as their headings say it. */
export const ruleSortColumns: (SortColumn & { sort: RuleSort })[] = [
  { sort: 'rule', label: 'Rule' },
  { sort: 'rule-tag', label: 'Tag' },
  { sort: 'successes', label: 'Successes', isNumber: true },
  { sort: 'errors', label: 'Errors', isNumber: true },
]

type Compare = (one: AutoTagRule, other: AutoTagRule) => number

const comparisons: Record<RuleSort, Compare> = {
  rule: (one, other) => one.name.localeCompare(other.name),
  'rule-tag': (one, other) => one.tagName.localeCompare(other.tagName),
  successes: (one, other) => one.successCount - other.successCount,
  errors: (one, other) => one.errorCount - other.errorCount,
}

/** Rules in the order that is asked for; equal ones stay in the owner's. */
export const sortRules = (rules: AutoTagRule[], { sort, dir }: Sorting<RuleSort>): AutoTagRule[] =>
  rules.toSorted((one, other) => (dir === 'asc' ? 1 : -1) * comparisons[sort](one, other))
