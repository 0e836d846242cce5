import type { AutoTagRule } from '#contract/auto-tags.ts'
import { answersToCaptures, isOnPage } from '#contract/rule-pages.ts'

/** A rule as far as matching needs it. */
export type Rule = {
  id: string
  name?: string
  tag_name: string
  trigger: AutoTagRule['trigger']
  conditions: AutoTagRule['conditions']
  /** Since when it is as it is, where that matters. */
  holds_since?: string
}

/** Something that happened to a lead and may set off rules. */
export type TriggerEvent = {
  trigger: AutoTagRule['trigger']
  page?: string
  /** The second of the video that was reached. */
  watchTime?: number
  /** The furthest second that was reached before; what lies up to there was reached then. */
  watchedBefore?: number | null
}

/**
 * The rules that a trigger event sets off. A rule answers to its own trigger; one that names pages
 * also answers to a capture on such a page, as 'VH02 - Saw Pitch' and 'VH03 - Filled Application' do.
 */
export function matchingRules<R extends Rule>(rules: R[], triggerEvent: TriggerEvent): R[] {
  return rules.filter((rule) => {
    if (triggerEvent.trigger === 'lead_captured' && rule.trigger !== 'lead_captured')
      return answersToCaptures(rule) && isOnPage(rule.conditions, triggerEvent.page)
    if (rule.trigger !== triggerEvent.trigger) return false
    if (triggerEvent.trigger === 'video_progress')
      return isReached(rule.conditions.watchTime ?? 0, triggerEvent)
    return isOnPage(rule.conditions, triggerEvent.page)
  })
}

/** Whether a second of the video has just been reached, and was not before. */
const isReached = (second: number, { watchTime = 0, watchedBefore }: TriggerEvent): boolean =>
  watchTime >= second && (watchedBefore ?? -1) < second
