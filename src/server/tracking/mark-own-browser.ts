import { sql } from 'kysely'
import { recountAtOnce } from '#server/counting/recount-portion.ts'
import { noteToRecount } from '#server/counting/recount-queue.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isMarkedOwn, setMarkedOwn } from './marked-store.ts'

/** What marking needs, and what taking the mark back sets going in the same transaction: the features above do it. */
export type MarkingParts = {
  database: Database
  deliverHeld(transaction: Queryable, visitorId: string): Promise<void>
}

/**
 * Marks a browser as "this is me", so that nothing of it counts: neither views, nor the visitor, nor leads captured
 * in it, past ones included. Taking the mark back brings exactly that back, and what was held meanwhile is delivered.
 * Twice changes nothing. Where it did much, the past is counted anew by the rollup worker.
 */
export async function markOwnBrowser(
  { database, deliverHeld }: MarkingParts,
  visitorId: string,
  isOwn: boolean,
  at: Date,
): Promise<void> {
  const isChanged = await database.transaction().execute(async (transaction) => {
    const before = isId(visitorId) ? await isMarkedOwn(transaction, visitorId) : undefined
    if (before === undefined) throw new Refusal('not-found', 'There is no such visitor.')
    if (before === isOwn) return false
    await noteToRecount(transaction, sql`select ${visitorId}::uuid`)
    await setMarkedOwn(transaction, visitorId, isOwn ? at : null)
    if (!isOwn) await deliverHeld(transaction, visitorId)
    return true
  })
  if (isChanged) await recountAtOnce(database, [visitorId])
}
