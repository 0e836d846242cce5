import type { Database } from '#server/platform/database.ts'
import { foldPending } from './fold.ts'
import { isRush } from './rush.ts'

/** How long a reader waits for what is pending to be counted. */
const PATIENCE_MS = 1000

// One for all readers of a process: whoever comes while it runs waits for it too.
const running = new WeakMap<Database, Promise<unknown>>()

/**
 * Brings the counts up to date for somebody who is about to read them, so that they are true to the unit. A rush is
 * left to the background, and so is what takes longer than a second or fails: the reader gets what is counted so far,
 * and `Summary.uncounted` tells how much that leaves out.
 */
export async function foldForReader(database: Database): Promise<void> {
  if (await isRush(database)) return
  const mine = (running.get(database) ?? Promise.resolve()).then(() =>
    // What fails is reported by the worker, which tries the same.
    foldPending(database, { patiently: true }).catch(() => undefined),
  )
  running.set(database, mine)
  await Promise.race([mine, patience()])
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
}
