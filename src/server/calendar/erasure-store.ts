import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/**
 * Takes a person's calls out of the own calendar: of those given, and any with an email of theirs. Their time is free
 * again. Returns their uids.
 */
export async function eraseCalendarCalls(
  transaction: Queryable,
  { emails }: { emails: string[] },
  externalEventIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    delete from calendar_bookings where email = any(${emails}::text[])
    or uid in (select uid from bookings where id = any(${externalEventIds}::uuid[])) returning uid`.execute(
    transaction,
  )
  return rows.map(({ uid }) => uid)
}
