import { sql } from 'kysely'
import type { Database } from './platform/database.ts'

/** Says in one line that the database's user may do everything on its server, which nothing here needs. */
export async function warnOfSuperuser(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(database)
  if (rows[0]?.rolsuper)
    say(
      'Warning: the user of DATABASE_URL is a superuser, and so would be whoever got hold of it. Give it a database and no more (docs/install.md, A PostgreSQL of your own).',
    )
}
