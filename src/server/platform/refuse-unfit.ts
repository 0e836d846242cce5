import { sql } from 'kysely'
import type { Database } from './database.ts'
import { DataProblem } from './migrate.ts'

const OLDEST = 15

/**
 * Throws a `DataProblem` where a database cannot hold what is kept in it: it is too old, does not store UTF-8, writes
 * dates as nobody here reads them, isolates transactions more than its own default does, is another program's, or its user
 * lacks a right or makes tables where backups do not look for them. Where there is data already it says the latter two, and goes on.
 */
export async function refuseUnfit(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{
    encoding: string
    version: number
    name: string
    dates: string
    isolation: string
  }>`
    select current_setting('server_encoding') as encoding, current_database() as name, current_setting('DateStyle') as dates,
      current_setting('default_transaction_isolation') as isolation,
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
  if (!row.dates.startsWith('ISO'))
    throw new DataProblem(
      `The database ${row.name} writes dates as "${row.dates}", which cannot be read: run "alter database ${row.name} set datestyle = 'ISO, MDY'", and the same for its user if it has a style of its own.`,
    )
  // Two calls that come at the same moment wait for each other; under a stricter one the second would fail.
  if (!row.isolation.startsWith('read '))
    throw new DataProblem(
      `The database ${row.name} isolates transactions as "${row.isolation}", under which calls that come at the same moment fail: run "alter database ${row.name} set default_transaction_isolation = 'read committed'", and the same for its user if it has one of its own.`,
    )
  await refuseTablesOfOthers(database)
  await refuseOddRights(database, say)
}

/** What lies beside our tables is taken for ours: a backup would hold it, and a restore would drop it. */
async function refuseTablesOfOthers(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string; other: string }>`
    select current_database() as name, format('%I.%I', nspname, relname) as other
    from pg_class made join pg_namespace space on space.oid = relnamespace
    where nspname in ('public', 'jobs') and relkind in ('r', 'p') and to_regclass('kysely_migration') is null
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = made.oid and deptype = 'e')
    order by 2 limit 1`.execute(database)
  const [row] = rows
  if (row)
    throw new DataProblem(
      `The database ${row.name} holds tables of another program (${row.other}): make one for the product alone and name it in DATABASE_URL. Nothing was changed.`,
    )
}

/**
 * A schema that is called as the user, or a search_path, takes the place of public without being named. And where nobody may
 * make temporary tables, as on servers that were made strict, nothing would ever be counted.
 */
async function refuseOddRights(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ next: string | null; made: string | null; temporary: boolean; grant: string }>`
    select current_schema() as next, (select nspname from pg_class made join pg_namespace space on space.oid = relnamespace
        where made.oid = to_regclass('kysely_migration')) as made,
      has_database_privilege(current_database(), 'TEMPORARY') as temporary,
      format('grant temporary on database %I to %I', current_database(), current_user) as grant`.execute(
    database,
  )
  const { next = null, made = null, temporary = true, grant = '' } = rows[0] ?? {}
  const noTemporary = `the user of DATABASE_URL may not make temporary tables, without which nothing is counted: ${grant}`
  if (!temporary && made === null) throw new DataProblem(`${noTemporary.replace('the', 'The')}.`)
  if (!temporary) say(`Warning: ${noTemporary}`)
  if (made !== null && made !== 'public')
    say(
      `Warning: no backup can be made: the tables are in the schema ${made} of DATABASE_URL and not in public. Stop the product, then: alter schema public rename to unused; alter schema ${made} rename to public`,
    )
  else if (next !== null && next !== 'public')
    throw new DataProblem(
      `The user of DATABASE_URL makes its tables in the schema ${next}, and backups look for them in public: drop that schema if it is empty, or run "alter role … set search_path = public".`,
    )
}
