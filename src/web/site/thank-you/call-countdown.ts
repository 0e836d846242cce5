/** What is known of the announced call: expected within some seconds, or calling. */
export type CallState = { kind: 'expected'; seconds: number } | { kind: 'calling' }

/** Seconds from load until the call is due (product.md §9). */
export const CALL_AFTER_SECONDS = 9

/** The state of the call at a time, both in epoch milliseconds; a start that lies ahead is a changed clock. */
export function callStateAt(startedAt: number, now: number): CallState {
  const left = Math.min(CALL_AFTER_SECONDS, Math.ceil((startedAt + CALL_AFTER_SECONDS * 1000 - now) / 1000))
  return left > 0 ? { kind: 'expected', seconds: left } : { kind: 'calling' }
}

/** The countdown's texts; `waiting` names `{seconds}`. */
export type CallWords = { waiting: string; lastSecond: string; calling: string }

/** The state of the call in words. */
export function callText(state: CallState, words: CallWords): string {
  if (state.kind === 'calling') return words.calling
  return state.seconds === 1 ? words.lastSecond : words.waiting.replace('{seconds}', String(state.seconds))
}
