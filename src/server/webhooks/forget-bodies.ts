import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { inPortions } from '#server/platform/in-portions.ts'

/**
 * Empties what vendors delivered before a time and what is done with; that it was delivered stays, so that the same
 * delivery is known again.
 */
export async function forgetBodies(database: Database, before: Date): Promise<void> {
  await inPortions(
    database,
    (limit) => sql`
    update webhook_deliveries set body = '{}', reason = coalesce(reason, 'Emptied after the time that you keep it.')
    where id = any(array(select id from webhook_deliveries
      where received_at < ${before} and state = 'done' and body <> '{}' limit ${limit}))`,
  )
}
