import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Whether any lead was ever captured here. */
export async function hasAnyLead(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from leads limit 1`.execute(database)
  return rows.length > 0
}
