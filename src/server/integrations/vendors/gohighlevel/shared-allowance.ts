import { setTimeout as pause } from 'node:timers/promises'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Database } from '#server/platform/database.ts'
import { readAllowance } from './allowance-headers.ts'
import { type Limits, pauseCalls, setLimits, takeCalls } from './allowance-store.ts'
import { VENDOR } from './settings.ts'

/** What the CRM allows, shared by all processes that use the same location. */
export type SharedAllowance = {
  /** Waits a little for room for so many calls; throws a `rate-limited` VendorError when that would take long. */
  waitForRoom(calls: number): Promise<void>
  /** Takes one call, after a short wait where it must be; throws a `rate-limited` VendorError when it would be long. */
  take(): Promise<void>
  /** Learns what an answer says of the limits and how long it asks to be left alone, for every process. */
  learn(headers: Headers, pauseMs: number): Promise<void>
}

// A little below what is published: a call counts at the vendor a moment later than here, and not always the same one.
const SHARE = 0.95
const SLACK_MS = 250
// What is published: 100 calls in 10 seconds, 200,000 a day.
const FRESH: Limits = { maxCalls: 100 * SHARE, windowMs: 10_000 + SLACK_MS, maxOfDay: 200_000 * SHARE }
const LONGEST_WAIT_MS = 12_000
const MOST_WAITS = 3

/** The allowance of one location, kept in the database. */
export function shareAllowance(database: Database, locationId: string): SharedAllowance {
  const key = `gohighlevel ${locationId}`

  const granted = async (calls: number, isLook: boolean) => {
    for (let waits = 0; ; waits++) {
      const answer = await takeCalls(database, key, calls, FRESH, isLook)
      if (answer.ok) return
      if (waits >= MOST_WAITS || answer.waitMs > LONGEST_WAIT_MS)
        throw new VendorError(
          answer.isDay
            ? `${VENDOR} allows no more calls today; what waits goes on tomorrow.`
            : `${VENDOR} allows no more calls for now; waiting.`,
          { vendor: VENDOR, kind: 'rate-limited', retryAfterMs: answer.waitMs },
        )
      await pause(answer.waitMs, undefined, { ref: false })
    }
  }

  return {
    waitForRoom: (calls) => granted(calls, true),
    take: () => granted(1, false),
    async learn(headers, pauseMs) {
      const { max, intervalMs } = readAllowance(headers)
      const said = limitsOf({
        max,
        intervalMs,
        ofDay: Number(headers.get('x-ratelimit-limit-daily')) || undefined,
      })
      // Compared where all processes learn: this one may not know what another wrote, or one before a start.
      if (Object.keys(said).length > 0) await setLimits(database, key, said)
      if (pauseMs > 0) await pauseCalls(database, key, pauseMs)
    },
  }
}

/** The limits that are kept of what the vendor says; nothing of what it leaves out. */
const limitsOf = (said: {
  max?: number | undefined
  intervalMs?: number | undefined
  ofDay?: number | undefined
}) => ({
  ...(said.max !== undefined && { maxCalls: Math.max(1, Math.floor(said.max * SHARE)) }),
  ...(said.intervalMs !== undefined && { windowMs: said.intervalMs + SLACK_MS }),
  ...(said.ofDay !== undefined && { maxOfDay: Math.max(1, Math.floor(said.ofDay * SHARE)) }),
})
