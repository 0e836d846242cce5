import { whyRulesExcludeAll } from '#contract/calendar-conflict.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { freeSlots, type Occupied, type Span } from './free-slots.ts'

/** What takes every time that could be booked, in a sentence for the owner; null where one is free. */
export function whyNoneFree(
  rules: CalendarRules,
  occupied: Occupied,
  span: Span & { now: number },
): string | null {
  const isFree = (more: Partial<CalendarRules>, less: Partial<Occupied>): boolean =>
    freeSlots({ ...rules, ...more }, { ...occupied, ...less }, span).length > 0
  if (isFree({}, {})) return null
  const byRules = whyRulesExcludeAll(rules, new Date(span.now))
  if (byRules) return byRules
  if (isFree({ mostPerDay: 0 }, {}))
    return rules.mostPerDay === 1
      ? 'Every day that visitors can book has a call, and one is the most you allow.'
      : `Every day that visitors can book has the ${rules.mostPerDay} calls you allow at most.`
  if (!isFree({}, { calls: [] }))
    return 'The calendar that busy times are read from keeps all of your hours busy.'
  return occupied.busy.length > 0
    ? 'Booked calls and your busy times take all of your hours.'
    : 'Booked calls take all of your hours.'
}
