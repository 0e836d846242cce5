import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/platform/database.ts'
import { listWriters } from './store.ts'

const LOOK_EVERY_MS = 5
const PATIENCE_MS = 2000

/**
 * Waits until whoever was writing events when this was called is done, without holding up anybody: from then on all
 * events were decided by what is stored now. False where one of them takes too long.
 */
export async function waitForWriters(database: Database): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  let before = new Set(await listWriters(database))
  while (before.size > 0) {
    if (performance.now() > until) return false
    await pause(LOOK_EVERY_MS)
    const now = new Set(await listWriters(database))
    before = new Set([...before].filter((writer) => now.has(writer)))
  }
  return true
}
