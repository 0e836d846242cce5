import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Forgets what visitors reached who never were leads. */
export async function forgetMilestones(transaction: Queryable, visitorIds: string[]): Promise<void> {
  await sql`delete from milestones where visitor_id = any(${visitorIds}::uuid[]) and lead_id is null`.execute(
    transaction,
  )
}
