import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/** Forgets sign-ins that ended before a time, and wrong passwords from before it. */
export async function forgetSignIns(database: Database, before: Date): Promise<void> {
  await sql`delete from owner_sessions where expires_at < ${before} or last_used_at < ${before}`.execute(
    database,
  )
  await sql`delete from login_failures where last_failed_at < ${before} and locked_until < ${before}`.execute(
    database,
  )
}
