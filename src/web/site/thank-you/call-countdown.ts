import type { AnnouncedCall } from '#contract/calls.ts'
import type { CallStatus } from '#contract/webhook-voice.ts'

/** Why no call will come. */
export type NoCallReason = NonNullable<AnnouncedCall['reason']>

/**
 * What is known of the announced call: expected within some seconds, calling, what the voice agent reports, or that
 * none will come.
 */
export type CallState =
  | { kind: 'expected'; seconds: number }
  | { kind: 'calling' }
  | { kind: 'reported'; status: CallStatus }
  | { kind: 'not-called'; reason: NoCallReason }

/** What the server says of the call, where that is more than the countdown knows. */
export function reportedState(call: AnnouncedCall | undefined): CallState | undefined {
  if (!call || call.state === 'unknown' || call.state === 'expected') return undefined
  if (call.state === 'not-called') return { kind: 'not-called', reason: call.reason ?? 'trouble' }
  return { kind: 'reported', status: call.state }
}

/** Seconds from load until the call is due (docs/spec.md, 'Thank-you pages'). */
export const CALL_AFTER_SECONDS = 9

/** The state of the call at a time, both in epoch milliseconds; a start that lies ahead is a changed clock. */
export function callStateAt(startedAt: number, now: number): CallState {
  const left = Math.min(CALL_AFTER_SECONDS, Math.ceil((startedAt + CALL_AFTER_SECONDS * 1000 - now) / 1000))
  return left > 0 ? { kind: 'expected', seconds: left } : { kind: 'calling' }
}

/** The texts of the call's states; `waiting` names `{seconds}`. */
export type CallWords = {
  waiting: string
  lastSecond: string
  calling: string
  notCalled: string
  reported: Record<CallStatus, string>
}

/** The state of the call in words. */
export function callText(state: CallState, words: CallWords): string {
  if (state.kind === 'calling') return words.calling
  if (state.kind === 'reported') return words.reported[state.status]
  if (state.kind === 'not-called') return words.notCalled
  return state.seconds === 1 ? words.lastSecond : words.waiting.replace('{seconds}', String(state.seconds))
}
