import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { withLockLimit } from '#server/platform/lock-limit.ts'
import type { WorkLog } from '#server/platform/work-log.ts'
import { processFacts } from './process-facts.ts'
import { beat, forgetProcesses, noteSize } from './store.ts'

const EVERY_MS = 15_000
const FORGOTTEN_AFTER_MS = 3_600_000
const SHARED_FOR_MS = 500
// Whoever asks hears within two seconds; what waits on would take one connection after the other from visitors.
const LOCKED_AT_MOST_MS = 1500

/** This process's row in the database. */
export type Heart = {
  id: string
  /** Writes the row; whoever asks at the same time shares one write. */
  beat(): Promise<void>
  stop(): Promise<void>
}

/** Writes every few seconds that this process lives, and once a day how large the database is; `stop` takes its row away. */
export function keepBeating(parts: {
  database: Database
  clock: Clock
  newId: NewId
  work: WorkLog
  onProblem(error: unknown): void
}): Heart {
  const { database, clock, work, onProblem } = parts
  const id = parts.newId()
  const startedAt = clock.now()
  let shared: { since: number; written: Promise<void> } | undefined

  const write = () =>
    withLockLimit(database, LOCKED_AT_MOST_MS, (transaction) =>
      beat(transaction, { id, startedAt, at: clock.now(), facts: processFacts(work) }),
    )

  function share(): Promise<void> {
    // Long enough to keep a crowd from writing a row each; a write that hangs is nobody else's.
    if (shared && performance.now() - shared.since < SHARED_FOR_MS) return shared.written
    const mine = { since: performance.now(), written: write() }
    shared = mine
    const over = () => {
      if (shared === mine) shared = undefined
    }
    mine.written.then(over, over)
    return mine.written
  }

  async function turn(): Promise<void> {
    await share()
    await noteSize(database, clock.now())
    await forgetProcesses(database, null, new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS))
  }

  let turning = turn().catch(onProblem)
  const timer = setInterval(() => {
    turning = turn().catch(onProblem)
  }, EVERY_MS)
  return {
    id,
    beat: share,
    async stop() {
      clearInterval(timer)
      await turning
      // A database that is gone keeps the row; it is forgotten within the hour.
      await forgetProcesses(database, id, new Date(0)).catch(() => {})
    },
  }
}
