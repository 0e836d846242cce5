import type { AdChoice, AdPermission } from './ad-permission.ts'
import type { AskForConsent } from './ads-on-page.ts'
import { needsOptIn } from './opt-in-region.ts'

/** Whether visitors in a timezone are asked before anything is remembered about them. */
export const asksBefore = (ask: AskForConsent, timezone: string | null | undefined): boolean =>
  ask === 'always' || (ask === 'region' && needsOptIn(timezone))

/**
 * Whether a visitor may be remembered from one page to the next. Their own no always holds; where they are asked, a
 * browser's signal is a no too, and only a yes to today's words is a yes.
 */
export function visitPermission(
  rules: { ask: AskForConsent; version: string },
  visitor: { answer: AdChoice | undefined; timezone: string | null | undefined; signalsNo: boolean },
): AdPermission {
  const { answer } = visitor
  if (answer?.choice === 'refused') return 'refused'
  if (!asksBefore(rules.ask, visitor.timezone)) return 'granted'
  if (visitor.signalsNo) return 'refused'
  return answer?.version === rules.version ? 'granted' : 'unasked'
}
