import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Forgets how much visitors watched. */
export async function forgetWatching(transaction: Queryable, visitorIds: string[]): Promise<void> {
  await sql`delete from watch_progress where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
}
