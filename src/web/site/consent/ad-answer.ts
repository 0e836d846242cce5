import { type AdChoice, type AdPermission, adPermission } from '#contract/ad-permission.ts'
import { asksBefore, visitPermission } from '#contract/visit-permission.ts'
import { readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { pageAds } from '#web/site/browser/page-ads.ts'
import { timezone } from '#web/site/browser/timezone.ts'

const KEY = 'leadlineAnswer'

/** The visitor's answer as this browser keeps it; `told` once the server has it. */
export type AdAnswer = AdChoice & { told: boolean }

const isAnswer = (value: unknown): value is AdAnswer =>
  typeof value === 'object' && value !== null && 'choice' in value && 'version' in value

// Where storage is forbidden the answer lives as long as the page.
let answer = readStoredJson(KEY, isAnswer)
const listeners: ((choice: AdChoice['choice']) => void)[] = []

/** Whether the browser itself asks not to be followed. */
export function refusesAds(): boolean {
  // Not in TypeScript's DOM types.
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || navigator.doNotTrack === '1'
}

/** What the visitor has answered in this browser, if anything. */
export const adAnswer = (): AdAnswer | undefined => answer

/** Keeps the visitor's answer: the one thing that is stored whatever it is. */
export function keepAdAnswer(next: AdAnswer): void {
  answer = next
  writeStored(KEY, JSON.stringify(next))
}

/** Takes over what was answered elsewhere since: in another tab, or on a page from which Back led to this one. */
function hearElsewhere(): void {
  const now = readStoredJson(KEY, isAnswer)
  // What is claimed by a yes that the server does not have yet is refused for good.
  if (!now || (now.choice === 'granted' && !now.told)) return
  const isNew = now.choice !== answer?.choice || now.version !== answer.version
  answer = now
  if (isNew) sayAnswered(now.choice)
}

function listenElsewhere(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) hearElsewhere()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hearElsewhere()
  })
}

/**
 * Calls back after each answer: one that is given here once it is kept and sent to the server, one that is given on
 * another page of this browser as soon as this one can know.
 */
export function onAnswer(listener: (choice: AdChoice['choice']) => void): void {
  if (listeners.length === 0) listenElsewhere()
  listeners.push(listener)
}

/** Says that the visitor has answered. */
export function sayAnswered(choice: AdChoice['choice']): void {
  for (const listener of listeners) listener(choice)
}

/** Whether adverts may be measured on this page now. A browser's own signal is a no that nobody asks about. */
export const adPermissionNow = (): AdPermission =>
  refusesAds() ? 'refused' : adPermission(pageAds, { answer, timezone: timezone() })

/** Whether this visitor may be remembered now. */
export const visitPermissionNow = (): AdPermission =>
  visitPermission(pageAds, { answer, timezone: timezone(), signalsNo: refusesAds() })

/** Whether visitors are asked here before they are remembered. */
export const isAskedHere = (): boolean => asksBefore(pageAds.ask, timezone())
