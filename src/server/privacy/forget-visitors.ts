import { sql } from 'kysely'
import { deleteAdEvents, emptyAdEvents } from '#server/conversions/forget-visitors-store.ts'
import { forgetCounted, forgetOldAddresses, noteSearchAnew } from '#server/counting/forget-visitors-store.ts'
import { lockCounts } from '#server/counting/store.ts'
import { forgetMilestones } from '#server/milestones/forget-visitors-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import {
  deleteVisitors,
  emptyVisitors,
  forgetErasedVisitors,
  holdOldVisitors,
} from '#server/tracking/forget-visitors.ts'
import { forgetWatching } from '#server/watching/forget-visitors-store.ts'

const PORTION = 500

/**
 * Takes out of visitors who were not seen since `before`, of whose page views none is kept, what tells their browser;
 * those of nobody go altogether. In portions, each whole: a writer of one of them waits for some milliseconds.
 */
export async function forgetVisitors(database: Database, before: Date, now: Date): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    const from: string = after
    after = await database.transaction().execute(async (transaction) => {
      // What is counted of them is not counted anew meanwhile.
      await lockCounts(transaction)
      await sql`set local synchronous_commit = off`.execute(transaction)
      return forgetPortion(transaction, { before, now, after: from, limit: PORTION })
    })
  }
  await forgetErasedVisitors(database, now)
}

async function forgetPortion(
  transaction: Queryable,
  portion: Parameters<typeof holdOldVisitors>[1],
): Promise<string | null> {
  const { all, nameless, gone, last } = await holdOldVisitors(transaction, portion)
  if (gone.length > 0) {
    await deleteAdEvents(transaction, gone)
    await forgetMilestones(transaction, gone)
    await forgetWatching(transaction, gone)
    await forgetCounted(transaction, gone)
    await deleteVisitors(transaction, gone)
  }
  if (nameless.length > 0) {
    await emptyAdEvents(transaction, nameless)
    await forgetMilestones(transaction, nameless)
    await forgetWatching(transaction, nameless)
    const changed = await emptyVisitors(transaction, nameless)
    if (changed.length > 0) await noteSearchAnew(transaction, changed)
  }
  if (all.length > 0) await forgetOldAddresses(transaction, all)
  return last
}
