import type { Settings } from '#contract/settings.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { Live } from '#server/platform/live.ts'
import { changeSettings, readSettings } from './settings-store.ts'

/** The owner's settings as every request of this process may read them without asking the database. */
export type CurrentSettings = {
  now(): Settings
  change(change: Partial<Settings>): Promise<Settings>
  stop(): void
}

// A notification may be lost with its connection; this is how long another process can then be behind.
const AGAIN_MS = 30_000

/** Reads the settings once and keeps them: this process's own changes at once, another's within about a second. */
export async function keepSettings(parts: {
  database: Database
  clock: Clock
  live: Live
  onProblem(error: unknown): void
}): Promise<CurrentSettings> {
  const { database, clock, live } = parts
  let current = await readSettings(database)
  let changes = 0
  const readAgain = async () => {
    const before = changes
    const read = await readSettings(database)
    // What was read before a change of our own must not undo it here.
    if (before === changes) current = read
  }
  const again = () => void readAgain().catch(parts.onProblem)
  const unsubscribe = live.subscribe((topics) => {
    if (topics.includes('settings')) again()
  })
  const timer = setInterval(again, AGAIN_MS)
  return {
    now: () => current,
    async change(change) {
      const changed = await changeSettings(database, change, clock.now())
      changes += 1
      current = changed
      live.changed('settings')
      return changed
    },
    stop() {
      unsubscribe()
      clearInterval(timer)
    },
  }
}
