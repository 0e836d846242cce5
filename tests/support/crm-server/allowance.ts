/** How many calls the simulated CRM takes. */
export type Limits = { perInterval: number; intervalMs: number; perDay: number }

/** The CRM's published allowance per sub-account. */
export const publishedLimits: Limits = { perInterval: 100, intervalMs: 10_000, perDay: 200_000 }

/** Counts calls against the allowance. */
export class Allowance {
  readonly #limits: Limits
  readonly #now: () => Date
  #windowStart = Number.NEGATIVE_INFINITY
  #inWindow = 0
  #day = ''
  #inDay = 0

  constructor(limits: Limits, now: () => Date) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts one call; false when it is one too many. */
  take(): boolean {
    const now = this.#now()
    const day = now.toISOString().slice(0, 10)
    if (day !== this.#day) {
      this.#day = day
      this.#inDay = 0
    }
    if (now.getTime() - this.#windowStart >= this.#limits.intervalMs) {
      this.#windowStart = now.getTime()
      this.#inWindow = 0
    }
    if (this.#inWindow >= this.#limits.perInterval || this.#inDay >= this.#limits.perDay) return false
    this.#inWindow += 1
    this.#inDay += 1
    return true
  }

  /** The headers that every answer carries. */
  headers(): Record<string, string> {
    const { perInterval, intervalMs, perDay } = this.#limits
    return {
      'x-ratelimit-max': String(perInterval),
      'x-ratelimit-remaining': String(perInterval - this.#inWindow),
      'x-ratelimit-interval-milliseconds': String(intervalMs),
      'x-ratelimit-limit-daily': String(perDay),
      'x-ratelimit-daily-remaining': String(perDay - this.#inDay),
    }
  }
}
