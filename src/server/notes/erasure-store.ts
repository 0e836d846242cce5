import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Takes away what the owner wrote about leads. */
export async function eraseNotes(transaction: Queryable, { leadIds }: { leadIds: string[] }): Promise<void> {
  await sql`delete from lead_notes where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`delete from lead_next_steps where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
}
