const FIRST_MS = 4000
const LONGEST_MS = 60_000
const LONGEST_ASKED_MS = 600_000

/**
 * How many milliseconds to leave a server alone after so many failures in a row: twice as long each time, and no shorter than
 * its `Retry-After` asks for. Chance decides on up to half of it, so that those who were refused together come back apart.
 */
export function retryPause(failures: number, retryAfter: string | null, random = Math.random): number {
  const own = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  const asked = Math.min(LONGEST_ASKED_MS, 1000 * (Number(retryAfter) || 0))
  return Math.max(own * (0.5 + random() / 2), asked * (1 + random() / 2))
}

/** What the status of an answer means for a call that may be made twice: `done` also for refusals that a second try could not change. */
export const outcomeOf = (status: number): 'done' | 'later' =>
  status === 429 || status === 408 || status >= 500 ? 'later' : 'done'
