import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { isCrowdComing } from './backlog.ts'
import { countTimezones } from './counted-timezones.ts'
import { rollUpPending } from './roll-up.ts'

const EVERY_MS = 5000
const SOON_MS = 250
// While a crowd comes, tracking goes first: counting takes at most a tenth of the time of one connection. After it two thirds.
const RESTS = 9
const RESTS_AFTER_CROWD = 0.5

type Parts = { database: Database; clock: Clock; live: Live; onProblem(error: unknown): void }

/**
 * Brings the counts by value up to date every few seconds, in one process at a time, until `stop`, and counts timezones that were asked for. What is read
 * meanwhile is brought up to date by its reader; while a rush is being worked off, open dashboards hear of each portion.
 */
export function startRollupWorker({ database, clock, live, onProblem }: Parts): { stop(): Promise<void> } {
  let isBehind = false
  let isCountingTimezone = false
  let isStopped = false
  let running = Promise.resolve()
  let timer = setTimeout(turn, EVERY_MS)

  function turn(): void {
    running = rollUp()
  }

  async function rollUp(): Promise<void> {
    const begun = performance.now()
    let pause = EVERY_MS
    let rests = RESTS
    try {
      const wasBehind = isBehind
      isBehind = await rollUpPending(database, { patiently: false, atMost: 1 })
      if (isBehind) {
        pause = SOON_MS
        if (!(await isCrowdComing(database, clock.now()))) rests = RESTS_AFTER_CROWD
      }
      // A timezone that was asked for comes after what is new.
      else if (await countTimezones(database, { patiently: false })) {
        pause = SOON_MS
        rests = RESTS_AFTER_CROWD
        isCountingTimezone = true
      } else if (isCountingTimezone) {
        isCountingTimezone = false
        live.changed('visitors')
      }
      if (isBehind || wasBehind) live.changed('visitors')
    } catch (error) {
      onProblem(error)
    }
    if (isStopped) return
    timer = setTimeout(turn, Math.max(pause, (performance.now() - begun) * rests))
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
