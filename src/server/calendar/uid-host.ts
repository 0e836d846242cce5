import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Where it is kept: with the calendar's rules, beside those that the owner sets. */
export const UID_HOST = 'uidHost'

/**
 * The name that calls are known under in other calendars: the first that the site had, whatever its address is later.
 * Another one would make a call that moves a second one there.
 */
export async function keepUidHost(database: Queryable, host: string): Promise<string> {
  const read = async () => {
    const { rows } = await sql<{ host: string | null }>`
      select rules ->> ${UID_HOST}::text as host from calendar_settings where id = 1`.execute(database)
    return rows[0]?.host ?? undefined
  }
  const kept = await read()
  if (kept !== undefined) return kept
  await sql`update calendar_settings set rules = jsonb_build_object(${UID_HOST}::text, ${host}::text) || coalesce(rules, '{}')
    where id = 1`.execute(database)
  return (await read()) ?? host
}
