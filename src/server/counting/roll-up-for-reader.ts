import type { Database } from '#server/platform/database.ts'
import { writableOf } from '#server/platform/replica/reading-database.ts'
import { isBacklogLong } from './backlog.ts'
import { rollUpPending } from './roll-up.ts'

/** How long a reader waits for what is pending to be counted, where nothing else is set. */
const PATIENCE_MS = 1000

type Reading = { patienceMs: number; running: Promise<void> | null; next: Promise<void> | null }

// What is read together is counted together: one rollup runs for a database's readers, and one waits for it.
const readings = new WeakMap<Database, Reading>()

/** Sets how long the readers of a database wait for what is pending to be counted. */
export function letReadersWait(database: Database, patienceMs: number): void {
  readings.set(database, { patienceMs, running: null, next: null })
}

/**
 * Brings the counts up to date for somebody who is about to read them, so that they are true to the unit. A rush is
 * left to the background, and so is what takes longer than a second or fails: the reader gets what is counted so far,
 * and `Summary.uncounted` tells how much that leaves out.
 */
export async function rollUpForReader(reads: Database): Promise<void> {
  const database = writableOf(reads)
  if (await isBacklogLong(database)) return
  const reading = readings.get(database) ?? { patienceMs: PATIENCE_MS, running: null, next: null }
  readings.set(database, reading)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, reading.patienceMs)
  })
  await Promise.race([rollUpOnce(database, reading), patience])
  clearTimeout(timer)
}

/** A rollup that begins from now on: the one under way may have begun before what this reader knows of was stored. */
function rollUpOnce(database: Database, reading: Reading): Promise<void> {
  if (!reading.running) {
    // What fails is reported by the worker, which tries the same.
    reading.running = rollUpPending(database, { patiently: true, onlyWhatWaits: true })
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        reading.running = null
      })
    return reading.running
  }
  reading.next ??= reading.running.then(() => {
    reading.next = null
    return rollUpOnce(database, reading)
  })
  return reading.next
}
