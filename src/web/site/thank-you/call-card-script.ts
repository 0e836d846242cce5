import { CALL_AFTER_SECONDS, type CallState, type CallWords, callText } from './call-countdown.ts'
import { followCall } from './follow-call.ts'

const SPEAK_AFTER_MS = 400

/**
 * Shows the announced call's state on its card, and where there is none, what to do instead. The seconds count silently;
 * screen readers hear the first state, the call itself and what the voice agent reports, not every second between.
 */
export function startCallCard(card: HTMLElement): void {
  const text = card.querySelector('.call-state')
  const spoken = card.querySelector('.call-spoken')
  if (!text || !spoken) return
  const words = wordsOn(card)
  let shown = ''
  followCall((state) => {
    const isFirst = shown === ''
    const line = callText(state, words)
    if (line === shown) return
    shown = line
    text.textContent = line
    // The line under the seconds starts where they start, also after a reload.
    if (isFirst && state.kind === 'expected')
      card.style.setProperty('--call-since', `${state.seconds - CALL_AFTER_SECONDS}s`)
    card.dataset.call = state.kind === 'reported' ? state.status : state.kind
    if (state.kind === 'not-called') offerInstead(state)
    // A live region is only heard when it changes after the page has been read.
    if (isFirst || state.kind !== 'expected') setTimeout(() => (spoken.textContent = line), SPEAK_AFTER_MS)
  })
}

function wordsOn(card: HTMLElement): CallWords {
  const { waiting = '', lastSecond = '', calling = '', notCalled = '', reported = '{}' } = card.dataset
  // The page was rendered with the words of every state.
  return { waiting, lastSecond, calling, notCalled, reported: JSON.parse(reported) }
}

function offerInstead({ reason }: Extract<CallState, { kind: 'not-called' }>): void {
  for (const words of document.querySelectorAll<HTMLElement>('[data-call-note]')) words.hidden = true
  for (const words of document.querySelectorAll<HTMLElement>('[data-no-call]'))
    words.hidden = words.dataset.noCall !== 'any' && words.dataset.noCall !== reason
}
