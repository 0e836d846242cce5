import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'

// Longer than anybody asks what a mail about a call said.
const KEPT_MS = 90 * 24 * 3_600_000

/** Forgets what mails said that were sent or given up 90 days ago; to whom, about what and when stays. */
export async function forgetWords(database: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await sql`
    update mails set body_text = '', body_html = '', calendar_method = null, calendar_content = null
    where body_text <> '' and settled_at < ${before}`.execute(database)
}
