import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { campaignOnly } from '#server/tracking/person-traces.ts'

/** Empties applications of what was answered; that there was one stays. */
export async function eraseApplications(transaction: Queryable, externalEventIds: string[]): Promise<void> {
  await sql`update applications set answers = '[]', hidden = '{}', attribution = ${campaignOnly(sql`attribution`)}
    where id = any(${externalEventIds}::uuid[])`.execute(transaction)
}
