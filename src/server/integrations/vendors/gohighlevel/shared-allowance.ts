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
const PUBLISHED = { max: 100, intervalMs: 10_000, ofDay: 200_000 }
const LONGEST_WAIT_MS = 12_000
const MOST_WAITS = 3

/** The allowance of one location, kept in the database. */
export function shareAllowance(database: Database, locationId: string): SharedAllowance {
  const key = `gohighlevel ${locationId}`
  let limits = asLimits(PUBLISHED.max, PUBLISHED.intervalMs, PUBLISHED.ofDay)

  const granted = async (calls: number, isLook: boolean) => {
    for (let waits = 0; ; waits++) {
      const answer = await takeCalls(database, key, calls, limits, isLook)
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
      const said = readAllowance(headers)
      const ofDay = Number(headers.get('x-ratelimit-limit-daily')) || PUBLISHED.ofDay
      const now = asLimits(said.max ?? PUBLISHED.max, said.intervalMs ?? PUBLISHED.intervalMs, ofDay)
      if (JSON.stringify(now) !== JSON.stringify(limits)) {
        limits = now
        await setLimits(database, key, limits)
      }
      if (pauseMs > 0) await pauseCalls(database, key, pauseMs)
    },
  }
}

const asLimits = (max: number, intervalMs: number, ofDay: number): Limits => ({
  maxCalls: Math.max(1, Math.floor(max * SHARE)),
  windowMs: intervalMs + SLACK_MS,
  maxOfDay: Math.max(1, Math.floor(ofDay * SHARE)),
})
