import type { AnnouncedCall } from '#contract/calls.ts'

const OVER: AnnouncedCall['state'][] = ['ended', 'failed', 'no_answer', 'voicemail', 'not-called']
const FOLLOWED_SECONDS = 900

/**
 * Seconds until the next question about the call; undefined once nothing more will come. A call on its way is asked
 * after every 3 seconds; where nobody can say, each pause is twice as long, because nobody may ever be able to.
 */
export function nextPause(
  call: AnnouncedCall | undefined,
  asked: number,
  elapsedSeconds: number,
): number | undefined {
  const state = call?.state ?? 'unknown'
  if (OVER.includes(state) || elapsedSeconds > FOLLOWED_SECONDS) return undefined
  return state === 'unknown' ? Math.min(120, 3 * 2 ** Math.max(0, asked - 1)) : 3
}
