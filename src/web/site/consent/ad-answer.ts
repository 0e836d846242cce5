import { type AdChoice, type AdPermission, adPermission } from '#contract/ad-permission.ts'
import { readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { deviceReport } from '#web/site/browser/device-report.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'

const KEY = 'leadlineAdAnswer'

/** The visitor's answer as this browser keeps it; `told` once the server has it. */
export type AdAnswer = AdChoice & { told: boolean }

const isAnswer = (value: unknown): value is AdAnswer =>
  typeof value === 'object' && value !== null && 'choice' in value && 'version' in value

// Where storage is forbidden the answer lives as long as the page.
let answer = readStoredJson(KEY, isAnswer)

/** Whether the browser itself asks not to be followed by advertising (decisions §4). */
export function refusesAds(): boolean {
  // Not in TypeScript's DOM types.
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || navigator.doNotTrack === '1'
}

/** What the visitor has answered in this browser, if anything. */
export const adAnswer = (): AdAnswer | undefined => answer

/** Keeps the visitor's answer. */
export function keepAdAnswer(next: AdAnswer): void {
  answer = next
  writeStored(KEY, JSON.stringify(next))
}

/** Whether adverts may be measured on this page now. A browser's own signal is a no that nobody asks about. */
export const adPermissionNow = (): AdPermission =>
  refusesAds() ? 'refused' : adPermission(pageAds, { answer, timezone: deviceReport.timezone })
