import type { Database } from '#server/platform/database.ts'
import { foldPending } from './fold.ts'
import { isRush } from './rush.ts'

/**
 * Brings the counts up to date for somebody who is about to read them, so that they are true to the unit. A rush is the
 * exception: it is left to the background, and the reader gets what is counted so far instead of waiting for minutes.
 * `Summary.uncounted` tells how much that leaves out.
 */
export async function foldForReader(database: Database): Promise<void> {
  if (!(await isRush(database))) await foldPending(database, { patiently: true })
}
