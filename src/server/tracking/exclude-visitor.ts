import { sql } from 'kysely'
import { recountAtOnce } from '#server/counting/recount-portion.ts'
import { noteToRecount } from '#server/counting/recount-queue.ts'
import type { Database } from '#server/platform/database.ts'
import type { ExclusionReason } from './why-excluded.ts'

/**
 * Stops counting a visitor, past views included (the owner's own browsers; docs/spec.md, 'Privacy'). Twice changes
 * nothing. Where it did much, the past is taken back by the rollup worker.
 */
export async function excludeVisitor(
  database: Database,
  visitorId: string,
  reason: ExclusionReason,
  at: Date,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await noteToRecount(transaction, sql`select ${visitorId}::uuid`)
    await sql`insert into visitors (id, first_seen_at, last_seen_at, excluded)
      values (${visitorId}, ${at}, ${at}, ${reason}) on conflict (id) do update set excluded = excluded.excluded`.execute(
      transaction,
    )
  })
  await recountAtOnce(database, [visitorId])
}
