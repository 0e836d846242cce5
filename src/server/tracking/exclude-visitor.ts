import { sql } from 'kysely'
import { recount } from '#server/counting/recount.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import type { Database } from '#server/platform/database.ts'
import type { ExclusionReason } from './why-excluded.ts'

/**
 * Stops counting a visitor, past views included (the owner's own browsers; docs/spec.md, 'Privacy'). Twice changes
 * nothing.
 */
export async function excludeVisitor(
  database: Database,
  visitorId: string,
  reason: ExclusionReason,
  at: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    await sql`insert into visitors (id, first_seen_at, last_seen_at, excluded)
      values (${visitorId}, ${at}, ${at}, ${reason}) on conflict (id) do nothing`.execute(transaction)
    await recount(transaction, { visitors: sql`select ${visitorId}::uuid` }, async () => {
      await sql`update visitors set excluded = ${reason} where id = ${visitorId}`.execute(transaction)
    })
  })
}
