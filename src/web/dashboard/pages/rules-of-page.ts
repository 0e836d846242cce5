import type { AutoTagRule } from '#contract/auto-tags.ts'
import { pageAfterLead } from '#contract/lead-pages.ts'
import { answersToCaptures, isOnPage, namesPages } from '#contract/rule-pages.ts'
import { watchTime } from '#web/dashboard/auto-tags/rule-labels.ts'

/** A tagging rule that this page can set off, and by what. */
export type PageRule = { rule: AutoTagRule; when: string }

// The page that reports the calendar's booking.
const BOOKED = '/callbooked'

/** The tagging rules that a page can set off, with what sets them off there (docs/spec.md, 'Tags and rules'). */
export function rulesOfPage(rules: AutoTagRule[], path: string): PageRule[] {
  const hasForm = hasLeadForm(path)
  return rules.flatMap((rule) => {
    const { watchTime: seconds } = rule.conditions
    const names = namesPages(rule.conditions)
    if (!isOnPage(rule.conditions, path)) return []
    const causes: string[] = []
    if (answersToCaptures(rule) && hasForm) causes.push('a lead form sent here')
    if (rule.trigger === 'video_progress' && hasForm && names)
      causes.push(`the video watched to ${watchTime(seconds ?? 0)}`)
    if (rule.trigger === 'application' && names) causes.push('an application that ends here')
    if (rule.trigger === 'booking' && (names || path === BOOKED)) causes.push('a call booked')
    if (rule.trigger === 'page_view') causes.push('a view of this page')
    return causes.length === 0 ? [] : [{ rule, when: causes.join(', or ') }]
  })
}

/** Whether a page has a lead form. No form leads home: that is where a page without one would lead. */
export const hasLeadForm = (path: string): boolean => pageAfterLead(path) !== '/'
