import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Whether the owner marked this browser as their own; undefined where there is no such visitor. */
export async function isMarkedOwn(database: Queryable, visitorId: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ marked: boolean }>`
    select marked_own_at is not null as marked from visitors where id = ${visitorId}`.execute(database)
  return rows[0]?.marked
}

/** Marks a browser as the owner's, or takes the mark back; another reason for not counting it stays as it is. */
export async function setMarkedOwn(
  transaction: Queryable,
  visitorId: string,
  markedAt: Date | null,
): Promise<void> {
  await sql`update visitors set marked_own_at = ${markedAt},
    excluded = ${markedAt ? sql`coalesce(excluded, 'self')` : sql`nullif(excluded, 'self')`}
    where id = ${visitorId}`.execute(transaction)
}

/** Whether a browser is the owner's: one that has signed in, or one marked as theirs. */
export async function isOwnBrowser(database: Queryable, visitorId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from visitors where id = ${visitorId} and excluded in ('owner', 'self')`.execute(database)
  return rows.length > 0
}
