import { sql } from 'kysely'
import type { Database } from './platform/database.ts'

/** Says in one line each what is not as it should be with a database that is not the embedded one: its user, its locale. */
export async function warnOfDatabase(database: Database, say: (line: string) => void): Promise<void> {
  await warnOfSuperuser(database, say)
  await warnOfLocale(database, say)
}

/**
 * Says in one line each that behind a pooler statements, or transactions that wait, have no limit of time, and that queries
 * are compiled there: only the pooler or the role can set that.
 */
export async function warnOfPooler(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ has_limit: boolean; compiles: boolean }>`
    select current_setting('statement_timeout') <> '0'
      and current_setting('idle_in_transaction_session_timeout') <> '0' as has_limit,
      current_setting('jit') = 'on' and pg_jit_available() as compiles`.execute(database)
  if (!rows[0]?.has_limit)
    say(
      'Warning: statements or transactions through the pooler at DATABASE_URL have no limit of time. Set both there, as docs/install.md says (Through PgBouncer).',
    )
  if (rows[0]?.compiles)
    say(
      'Warning: PostgreSQL compiles queries that come through the pooler at DATABASE_URL (jit), so that some searches of the dashboard take a second instead of milliseconds. Turn it off there, as docs/install.md says (Through PgBouncer).',
    )
}

/** Says in one line that the database's user may do everything on its server, which nothing here needs. */
async function warnOfSuperuser(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(database)
  if (rows[0]?.rolsuper)
    say(
      'Warning: the user of DATABASE_URL is a superuser, and so would be whoever got hold of it. Give it a database and no more (docs/install.md, A PostgreSQL of your own).',
    )
}

/** Says in one line that the database's locale, such as a Turkish one, takes I and i for two letters. */
async function warnOfLocale(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ folds: boolean }>`select lower('I') = 'i' as folds`.execute(database)
  if (!rows[0]?.folds)
    say(
      'Warning: by the locale of the database at DATABASE_URL I and i are two letters, so that searches miss names and sources that are written in capitals. Make a database with "locale \'C.UTF-8\'", and bring the data there by a backup (docs/install.md, A PostgreSQL of your own).',
    )
}
