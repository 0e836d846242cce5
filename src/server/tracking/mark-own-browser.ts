import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isMarkedOwn, setMarkedOwn } from './marked-store.ts'

/**
 * Marks a browser as "this is me", so that nothing of it counts: neither views, nor the visitor, nor leads captured
 * in it, past ones included. Taking the mark back brings exactly that back. Twice changes nothing.
 */
export async function markOwnBrowser(
  database: Database,
  visitorId: string,
  isOwn: boolean,
  at: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const known = () => (isId(visitorId) ? isMarkedOwn(transaction, visitorId) : undefined)
    if ((await known()) === undefined) throw new Refusal('not-found', 'There is no such visitor.')
    await lockForRecounting(transaction)
    if ((await known()) === isOwn) return
    const affected = {
      visitors: sql`select ${visitorId}::uuid`,
      leads: sql`select lead_id from lead_captures where visitor_id = ${visitorId}`,
    }
    await recount(transaction, affected, () => setMarkedOwn(transaction, visitorId, isOwn ? at : null))
  })
}
