import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

/** Brings the database to the newest schema; concurrent starters wait for each other. Throws on the first failure. */
export async function migrate(database: Database, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    // Of two migrations written on one day, the one whose name comes first may land second.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
