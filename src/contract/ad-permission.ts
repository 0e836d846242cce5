import type { AskForConsent } from './ads-on-page.ts'
import { needsOptIn } from './opt-in-region.ts'

/** Whether a visitor's adverts may be measured: yes, no, or not before the visitor has been asked. */
export type AdPermission = 'granted' | 'refused' | 'unasked'

/** A visitor's own answer, and the version of the words it was given to. */
export type AdChoice = { choice: 'granted' | 'refused'; version: string }

/**
 * The one rule of advert consent (docs/spec.md, 'Consent'): never after a no, always after a yes to today's words,
 * and otherwise only where the owner and the law ask for no yes.
 */
export function adPermission(
  rules: { ask: AskForConsent; version: string },
  visitor: { answer: AdChoice | undefined; timezone: string | null | undefined },
): AdPermission {
  const { answer, timezone } = visitor
  if (answer?.choice === 'refused') return 'refused'
  if (answer?.version === rules.version || rules.ask === 'never') return 'granted'
  return rules.ask === 'region' && !needsOptIn(timezone) ? 'granted' : 'unasked'
}
