import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { inPortions } from '#server/platform/in-portions.ts'

/** Forgets alerts from before a time that are settled. That a lead was told of stays, without a word, so that it is told of once. */
export async function forgetAlerts(database: Database, before: Date): Promise<void> {
  const isOver = sql`created_at < ${before} and state not in ('waiting', 'parked')`
  await inPortions(
    database,
    (limit) => sql`delete from alerts where id = any(array(
    select id from alerts where ${isOver} and kind <> 'new-lead' limit ${limit}))`,
  )
  await inPortions(
    database,
    (limit) => sql`update alerts set details = '{}', reason = null where id = any(array(
    select id from alerts where ${isOver} and (details <> '{}' or reason is not null) limit ${limit}))`,
  )
}
