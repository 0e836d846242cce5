import type { Database } from '#server/platform/database.ts'
import { foldPending } from './fold.ts'

const EVERY_MS = 5000
const SOON_MS = 1000
// While a crowd comes, tracking goes first: folding takes at most a tenth of the time of one connection.
const RESTS = 9

/**
 * Brings the counts by value up to date every few seconds, in one process at a time, until `stop`. What is read
 * meanwhile is brought up to date by its reader.
 */
export function keepFolding(parts: { database: Database; onProblem(error: unknown): void }): {
  stop(): Promise<void>
} {
  let isStopped = false
  let running = Promise.resolve()
  let timer = setTimeout(turn, EVERY_MS)

  function turn(): void {
    running = fold()
  }

  async function fold(): Promise<void> {
    const begun = performance.now()
    let pause = EVERY_MS
    try {
      if (await foldPending(parts.database, { patiently: false, atMost: 1 })) pause = SOON_MS
    } catch (error) {
      parts.onProblem(error)
    }
    if (isStopped) return
    timer = setTimeout(turn, Math.max(pause, (performance.now() - begun) * RESTS))
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
