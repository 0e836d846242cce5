import { sql } from 'kysely'
import type { Database } from './platform/database.ts'

/** Says in one line that behind a pooler no statement has a limit of time: there, only the pooler or the role can set one. */
export async function warnOfNoLimit(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ has_limit: boolean }>`
    select current_setting('statement_timeout') <> '0' as has_limit`.execute(database)
  if (!rows[0]?.has_limit)
    say(
      'Warning: statements through the pooler at DATABASE_URL have no limit of time. Set one there, as docs/install.md says (Through PgBouncer).',
    )
}
