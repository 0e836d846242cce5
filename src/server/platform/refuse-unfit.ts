import { sql } from 'kysely'
import type { Database } from './database.ts'
import { DataProblem } from './migrate.ts'

const OLDEST = 15

/** Throws a `DataProblem` where a database cannot hold what is kept in it: it is too old, or does not store UTF-8. */
export async function refuseUnfit(database: Database): Promise<void> {
  const { rows } = await sql<{ encoding: string; version: number; name: string }>`
    select current_setting('server_encoding') as encoding, current_database() as name,
      current_setting('server_version_num')::integer / 10000 as version`.execute(database)
  const [row] = rows
  if (!row) return
  if (row.version < OLDEST)
    throw new DataProblem(
      `The database server is PostgreSQL ${row.version}, and ${OLDEST} or newer is needed: name another one in DATABASE_URL.`,
    )
  if (row.encoding !== 'UTF8')
    throw new DataProblem(
      `The database ${row.name} stores text as ${row.encoding} and not as UTF-8: make one with "create database … encoding 'UTF8' template template0" and name it in DATABASE_URL.`,
    )
}
