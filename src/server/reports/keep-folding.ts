import type { Database } from '#server/platform/database.ts'
import { foldPending } from './fold.ts'

const EVERY_MS = 5000

/** Brings the counts by value up to date every few seconds, in one process at a time, until `stop`. */
export function keepFolding(parts: { database: Database; onProblem(error: unknown): void }): {
  stop(): Promise<void>
} {
  let running = Promise.resolve()
  let isFolding = false
  const timer = setInterval(() => {
    if (isFolding) return
    isFolding = true
    running = foldPending(parts.database, { patiently: false })
      .catch(parts.onProblem)
      .finally(() => {
        isFolding = false
      })
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
