import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

/** The data was made by another version than those this one can read; the message is for who starts the product. */
export class DataProblem extends Error {}

/**
 * Brings the database to the newest schema and returns the names of what was applied; concurrent starters wait for each
 * other. A step that fails takes all others back with it. Throws a `DataProblem` then, and where the data was made by a version that is newer than this one
 * or older than the first schema: it is left untouched.
 */
export async function migrate(database: Database, migrations: Record<string, Migration>): Promise<string[]> {
  await refuseOthers(database, Object.keys(migrations))
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const step = results?.find((result) => result.status === 'Error')?.migrationName
    // All steps are one transaction.
    if (step !== undefined)
      throw new DataProblem(
        `The database could not be brought to this version: ${step} failed (${reasonOf(error)}). Nothing was changed: start the version you had, and report this.`,
        { cause: error },
      )
    throw error
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function refuseOthers(database: Database, known: string[]): Promise<void> {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(database)
  if (!found[0]?.is_there) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  const newest = unknown.at(-1)
  if (newest === undefined) return
  if (unknown.every((name) => /^\d{4}-[a-z]/.test(name)))
    throw new DataProblem(
      `The data was written by a newer version (its schema is ${newest}, this version knows ${known.at(-1)}): start that version again, or restore a backup from before it. Nothing was changed.`,
    )
  throw new DataProblem(
    'The data was written by a version from before the first release, which this one cannot read: start that version, or begin with an empty DATA_DIR or database. Nothing was changed.',
  )
}
