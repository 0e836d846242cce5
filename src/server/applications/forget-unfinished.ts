import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'

// Who has not come back by then does not.
const KEPT_MS = 90 * 24 * 3_600_000

/** Forgets the applications that nobody has gone on with for 90 days. */
export async function forgetUnfinished(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await sql`delete from application_responses where finished_at is null and updated_at < ${before}`.execute(
    database,
  )
}
