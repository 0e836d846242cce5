import type { AnnouncedCall } from '#contract/calls.ts'

const OVER: AnnouncedCall['state'][] = ['ended', 'failed', 'no_answer', 'voicemail', 'not-called']
const FOLLOWED_SECONDS = 900
const CONFIRMED_AFTER_SECONDS = 4
const LATE_WORD_SECONDS = 60

/**
 * Whether what was answered may be said: that somebody who was called before gets no call is certain only once this page
 * has told the server of a new application (`funnel-posts.ts`).
 */
export const isToBeSaid = (call: AnnouncedCall | undefined, elapsedSeconds: number): boolean =>
  !wasCalledBefore(call) || elapsedSeconds >= CONFIRMED_AFTER_SECONDS

const wasCalledBefore = (call: AnnouncedCall | undefined): boolean =>
  call?.state === 'not-called' && call.reason === 'busy'

/**
 * Tells after each answer how many seconds to wait with the next question about the call; undefined once nothing more will
 * come. A call on its way is asked after every 3 seconds, and so is, for a minute, whoever was called before: the form's own
 * word may come late. While nobody can say, each pause is twice as long, because nobody may ever be able to; where a call is
 * known to be on its way, it stays short.
 */
export function callPauses(): (
  call: AnnouncedCall | undefined,
  elapsedSeconds: number,
) => number | undefined {
  let unanswered = 0
  let wasTold = false
  return (call, elapsedSeconds) => {
    const state = call?.state ?? 'unknown'
    unanswered = state === 'unknown' ? unanswered + 1 : 0
    wasTold ||= state !== 'unknown'
    if (wasCalledBefore(call) && elapsedSeconds < LATE_WORD_SECONDS) return 3
    if (OVER.includes(state) || elapsedSeconds > FOLLOWED_SECONDS) return undefined
    // A phone that takes a call may be without a network as long as that lasts.
    return Math.min(wasTold ? 12 : 120, 3 * 2 ** Math.max(0, unanswered - 1))
  }
}
