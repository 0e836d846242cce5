import type { IncomingHttpHeaders } from 'node:http'
import type { AskForConsent } from '#contract/ads-on-page.ts'
import { needsOptIn } from '#contract/opt-in-region.ts'

/** Whether a browser asks not to be followed: Global Privacy Control or Do Not Track (decisions §4). */
export const refusesToBeFollowed = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'

/**
 * Whether a visitor's adverts may be measured: never after a no, always after a yes to today's words, and
 * otherwise only where the owner and the law ask for no yes.
 */
export function mayMeasure(
  rules: { ask: AskForConsent; version: string },
  visitor: { choice: string | null; version: string | null; timezone: string | null },
): boolean {
  if (visitor.choice === 'refused') return false
  if (visitor.choice === 'granted' && visitor.version === rules.version) return true
  if (rules.ask === 'never') return true
  return rules.ask === 'region' && !needsOptIn(visitor.timezone)
}
