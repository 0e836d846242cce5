import { VendorError } from '#server/integrations/vendor-error.ts'
import { pauseAfter, readAllowance } from './allowance-headers.ts'
import { VENDOR } from './settings.ts'

const PUBLISHED = { max: 100, intervalMs: 10_000 }

/** The CRM's allowance as one process knows it: used to the last call, and never worth a refusal. */
export type Allowance = {
  /**
   * Sets `calls` calls aside for a task of several, so that it is not broken off half-way; returns the function
   * that hands them back. Throws a `rate-limited` VendorError when so many are not left.
   */
  begin(calls: number): () => void
  /** Throws a `rate-limited` VendorError while the CRM wants to be left alone. */
  check(): void
  /** Learns from an answer; returns how long it asks to be left alone, in milliseconds, or 0. */
  learn(status: number, headers: Headers): number
}

/** An allowance for one token, kept in memory: every process learns it by itself from its own answers. */
export function createAllowance(now: () => Date, random: () => number): Allowance {
  let { max, intervalMs } = PUBLISHED
  let left = max
  let setAside = 0
  let renewedAt = 0
  let pausedUntil = 0

  const refuse = (retryAfterMs: number) =>
    new VendorError(`${VENDOR} allows no more calls for now; waiting.`, {
      vendor: VENDOR,
      kind: 'rate-limited',
      retryAfterMs,
    })
  const check = () => {
    const wait = pausedUntil - now().getTime()
    if (wait > 0) throw refuse(wait)
  }

  return {
    check,
    begin(calls) {
      check()
      const time = now().getTime()
      if (time >= renewedAt) left = max
      // With nothing under way one task may always start, even where the allowance is smaller than its calls.
      if (setAside > 0 && left - setAside < calls) {
        const wait = renewedAt > time ? renewedAt - time : intervalMs
        throw refuse(Math.round(wait * (1 + random() / 5)))
      }
      setAside += calls
      let open = true
      return () => {
        if (open) setAside -= calls
        open = false
      }
    },
    learn(status, headers) {
      const time = now().getTime()
      const said = readAllowance(headers)
      max = said.max ?? max
      intervalMs = said.intervalMs ?? intervalMs
      if (said.left !== undefined) {
        // The headers do not tell when the interval began: at the latest with its first answer.
        if (said.left > left || time >= renewedAt) renewedAt = time + intervalMs
        left = said.left
      }
      const pause = pauseAfter(status, said, random)
      if (pause > 0) pausedUntil = Math.max(pausedUntil, time + pause)
      return pause
    },
  }
}
