const USUAL_INTERVAL_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
const JITTER = 0.2
// The daily allowance has no documented hour of renewal, so an hourly look is a fair guess.
const DAILY_PAUSE_MS = 60 * 60 * 1000

/** What an answer says about the allowance; undefined where it is silent. */
export type AllowanceHeaders = {
  max: number | undefined
  left: number | undefined
  intervalMs: number | undefined
  leftToday: number | undefined
  retryAfterMs: number | undefined
}

/** Reads the CRM's X-RateLimit headers, and Retry-After should it ever be sent; nonsense reads as silence. */
export function readAllowance(headers: Headers): AllowanceHeaders {
  const number = (name: string) => {
    const text = headers.get(name)
    return text && Number(text) >= 0 ? Number(text) : undefined
  }
  const seconds = number('retry-after')
  return {
    max: number('x-ratelimit-max'),
    left: number('x-ratelimit-remaining'),
    intervalMs: number('x-ratelimit-interval-milliseconds'),
    leftToday: number('x-ratelimit-daily-remaining'),
    retryAfterMs: seconds === undefined ? undefined : seconds * 1000,
  }
}

/** How long to stay away after this answer, in milliseconds: at most 30 s, but an hour once the day is used up. */
export function pauseAfter(status: number, said: AllowanceHeaders, random: () => number): number {
  if (said.leftToday === 0) return DAILY_PAUSE_MS
  if (status !== 429 && said.left !== 0) return 0
  // Spread out, so that a crowd of waiting jobs does not come back in the same instant.
  const atMost = LONGEST_PAUSE_MS / (1 + JITTER)
  const asked = said.retryAfterMs ?? said.intervalMs ?? USUAL_INTERVAL_MS
  return Math.round(Math.min(asked, atMost) * (1 + JITTER * random()))
}
