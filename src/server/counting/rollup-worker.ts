import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { isBacklogLong, isCrowdComing, isFarBehind } from './backlog.ts'
import { countTimezones } from './counted-timezones.ts'
import { recountNext } from './recount-portion.ts'
import { rollUpPending } from './roll-up.ts'
import { doCountsStand } from './store.ts'

const EVERY_MS = 5000
const SOON_MS = 250
/** For so long, or for one portion, what was hidden is counted anew before whatever else waits. */
const RECOUNT_MS = 250
const AFTER_RECOUNT_MS = 20
// While a crowd comes, tracking goes first: counting takes at most a tenth of the time of one connection. After it two thirds.
const RESTS = 9
const RESTS_AFTER_CROWD = 0.5

type Parts = {
  database: Database
  clock: Clock
  live: Live
  onProblem(error: unknown): void
  /** Notes how a round goes, and fails as it fails. */
  noting(round: () => Promise<boolean>): Promise<boolean>
  /** How often it looks for what is new. */
  everyMs?: number | undefined
}

/**
 * Brings the counts by value up to date every few seconds, in one process at a time, until `stop`; counts anew what was
 * hidden or brought back, and timezones that were asked for. What is read meanwhile is brought up to date by its
 * reader; while much is being worked off, open dashboards hear of each portion.
 */
export function startRollupWorker({ database, clock, live, onProblem, noting, everyMs = EVERY_MS }: Parts): {
  stop(): Promise<void>
} {
  let isBehind = false
  let isRecounting = false
  let isCountingTimezone = false
  let isStopped = false
  let running = Promise.resolve()
  let timer = setTimeout(turn, everyMs)

  function turn(): void {
    running = rollUp()
  }

  async function rollUp(): Promise<void> {
    const begun = performance.now()
    let pause = everyMs
    let rests = RESTS
    try {
      const wasBehind = isBehind
      const mayBeMore = await noting(() => rollUpPending(database, { patiently: false, atMost: 1 }))
      isBehind = mayBeMore && (await isFarBehind(database))
      const wasRecounting = isRecounting
      isRecounting = await recountForAWhile()
      if (isBehind || isRecounting) {
        pause = isRecounting ? AFTER_RECOUNT_MS : SOON_MS
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
      if (isBehind || wasBehind || isRecounting || wasRecounting) live.changed('visitors')
      if (isRecounting || wasRecounting) live.changed('leads')
    } catch (error) {
      onProblem(error)
    }
    if (isStopped) return
    timer = setTimeout(turn, Math.max(pause, (performance.now() - begun) * rests))
  }

  async function recountForAWhile(): Promise<boolean> {
    if (isStopped) return false
    // While many wait, who came meanwhile would be looked for among all of them.
    if (isBehind && (await isBacklogLong(database))) return false
    if (!(await doCountsStand(database))) return false
    const until = performance.now() + RECOUNT_MS
    for (;;) {
      const state = await recountNext(database)
      if (state === 'all done') return false
      if (state === 'others are in the way' || isStopped || performance.now() > until) return true
    }
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
