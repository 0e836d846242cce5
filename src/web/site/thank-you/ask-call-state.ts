import type { CallStanding } from '#contract/calls.ts'

/** Asks how this visitor's call stands; undefined without an answer. Never throws. */
export async function askCallState(): Promise<CallStanding | undefined> {
  try {
    const answer = await fetch('/api/calls/state', { credentials: 'include' })
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}
