import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Queryable } from './database.ts'
import { isUnavailable } from './unavailable.ts'

/** The data was made by another version than those this one can read; the message is for who starts the product. */
export class DataProblem extends Error {}

/** A migration. One that takes away what no version in use needs any more names the tables that may lose rows by it. */
export type Step = Migration & { contracts?: readonly string[] }

/** Where a database stands for a version of the product: which migrations it has, and which it lacks. */
export type Standing = { applied: string[]; missing: string[] }

/**
 * Brings the database to the newest schema and returns the names of what was applied; concurrent starters wait for each
 * other. A step that fails takes all others back with it. Throws a `DataProblem` then, and where the data was made by a version that is newer than this one
 * or older than the first schema: it is left untouched.
 */
export async function migrate(database: Queryable, migrations: Record<string, Migration>): Promise<string[]> {
  await standingOf(database, Object.keys(migrations))
  let failed: { step: string; error: unknown } | undefined
  const remembering = Object.entries(migrations).map(([step, migration]): [string, Migration] => [
    step,
    {
      up: async (db) => {
        try {
          await migration.up(db)
        } catch (error) {
          failed = { step, error }
          throw error
        }
      },
    },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(remembering) }
  // Within a transaction of the caller's, what is asked after a failure fails, too.
  const { error, results } = await new Migrator({ db: database, provider })
    .migrateToLatest()
    .catch((thrown: unknown) => ({ error: thrown, results: undefined }))
  // All steps are one transaction.
  if (failed)
    throw new DataProblem(
      `The database could not be brought to this version: ${failed.step} failed (${reasonOf(failed.error)}). Nothing was changed: ${nextAfter(failed.error)}`,
      { cause: failed.error },
    )
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** Whether nothing was applied by a version that knows more migrations than these. */
export async function knowsSchema(database: Queryable, known: string[]): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return rows.every(({ name }) => known.includes(name))
}

/** Says what was applied: everything at once where there was nothing before. */
export function tellApplied(applied: string[], known: object, say: (line: string) => void): void {
  if (applied.length === Object.keys(known).length) say('Database: its tables are made.')
  else for (const name of applied) say(`Database: applied ${name}.`)
}

/** A database that went away, or has no room, is no fault of the version's. */
const nextAfter = (error: unknown): string =>
  isUnavailable(error)
    ? 'see that the database runs and has room, and start again.'
    : 'start the version you had, and report this.'

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Looks where a database stands. Throws a `DataProblem` where its data was made by a version that is newer, or older than
 * the first schema; `wayBack` may say by which file one gets back to a schema that this version knows.
 */
export async function standingOf(
  database: Queryable,
  known: string[],
  wayBack: (newestKnown: string) => Promise<string | undefined> = async () => undefined,
): Promise<Standing> {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(database)
  if (!found[0]?.is_there) return { applied: [], missing: known }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  const applied = rows.map(({ name }) => name)
  const unknown = applied.filter((name) => !known.includes(name))
  const newest = unknown.at(-1)
  if (newest === undefined) return { applied, missing: known.filter((name) => !applied.includes(name)) }
  if (unknown.every((name) => /^\d{4}-[a-z]/.test(name))) {
    const file = await wayBack(known.at(-1) ?? '')
    throw new DataProblem(
      `The data was written by a newer version (its schema is ${newest}, this version knows ${known.at(-1)}): start that version again, or restore ${file === undefined ? 'a backup from before it' : `the backup made before the upgrade: npm run restore -- "${file}"`}. Nothing was changed.`,
    )
  }
  throw new DataProblem(
    'The data was written by a version from before the first release, which this one cannot read: start that version, or begin with an empty DATA_DIR or database. Nothing was changed.',
  )
}
