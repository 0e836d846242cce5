import { CALL_AFTER_SECONDS, callText } from './call-countdown.ts'
import { followCall } from './follow-call.ts'

const SPEAK_AFTER_MS = 400

/**
 * Shows the announced call's state on its card. The seconds count silently; screen readers hear the first state and
 * the call itself, not every second between.
 */
export function startCallCard(card: HTMLElement): void {
  const text = card.querySelector('.call-state')
  const spoken = card.querySelector('.call-spoken')
  if (!text || !spoken) return
  const { waiting = '', lastSecond = '', calling = '' } = card.dataset
  let isFirst = true
  followCall((state) => {
    const words = callText(state, { waiting, lastSecond, calling })
    text.textContent = words
    // The line under the seconds starts where they start, also after a reload.
    if (isFirst && state.kind === 'expected')
      card.style.setProperty('--call-since', `${state.seconds - CALL_AFTER_SECONDS}s`)
    card.dataset.call = state.kind
    // A live region is only heard when it changes after the page has been read.
    if (isFirst || state.kind === 'calling') setTimeout(() => (spoken.textContent = words), SPEAK_AFTER_MS)
    isFirst = false
  })
}
