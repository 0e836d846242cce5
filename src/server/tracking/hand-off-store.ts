import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Stores a hand-off of a visitor, and forgets those that ended more than a day ago. */
export async function insertHandOff(
  database: Queryable,
  handOff: { id: string; visitorId: string; at: Date; expiresAt: Date },
): Promise<void> {
  const aDayAgo = new Date(handOff.at.getTime() - 24 * 3_600_000)
  await sql`
    with forgotten as (delete from hand_offs where expires_at < ${aDayAgo})
    insert into hand_offs (id, visitor_id, created_at, expires_at)
    values (${handOff.id}, ${handOff.visitorId}, ${handOff.at}, ${handOff.expiresAt})`.execute(database)
}

/** Whose hand-off this is, if it can still be used: neither expired nor used. */
export async function findHandOff(database: Queryable, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ visitor_id: string }>`
    select visitor_id from hand_offs where id = ${id} and used_at is null and expires_at > ${now}`.execute(
    database,
  )
  return rows[0]?.visitor_id
}

/** Spends a hand-off; false where somebody else was faster. */
export async function spendHandOff(database: Queryable, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update hand_offs set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now}
    returning id`.execute(database)
  return rows.length > 0
}

/** Whether this browser has submitted a lead itself: it then stays who it is. */
export async function hasOwnLead(database: Queryable, visitorId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lead_captures where visitor_id = ${visitorId} limit 1`.execute(
    database,
  )
  return rows.length > 0
}
