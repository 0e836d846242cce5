import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { readMigrations } from './backup/catalogue.ts'
import { connectOnce } from './backup/one-connection.ts'
import type { Config } from './config.ts'
import { ConfigProblem } from './config-values.ts'

/** Whether a data folder holds an embedded database, or says where it is. Refuses one that this user may not look into. */
export function hasDatabase(dataDir: string): boolean {
  try {
    return ['postgres', 'postgres-location'].some((name) =>
      statSync(join(dataDir, name), { throwIfNoEntry: false }),
    )
  } catch (error) {
    throw ofAnotherUser(error, dataDir) ?? error
  }
}

/** Says of a data folder that is closed to this user whose it is; undefined for every other error. */
export function ofAnotherUser(error: unknown, dataDir: string): ConfigProblem | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) return undefined
  return new ConfigProblem(
    `${resolve(dataDir)} belongs to another user: run this as the user that the product runs as. Nothing was changed.`,
  )
}

/**
 * Refuses a data folder without a database, before one is made there: what a command that was not told where the
 * installation is does in an empty one helps nobody.
 */
export function expectDataFolder({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || hasDatabase(dataDir)) return
  throw new ConfigProblem(
    `There is no installation in ${resolve(dataDir)}: set DATA_DIR or DATABASE_URL as where the product is started. Nothing was changed.`,
  )
}

/** Refuses a database in which nothing of the product is yet. */
export async function expectTables(connection: ClientConfig): Promise<void> {
  const { client, end } = await connectOnce(connection)
  try {
    if ((await readMigrations(client)).length > 0) return
  } finally {
    await end()
  }
  throw new ConfigProblem(
    'This database holds no data of the product yet: start the product first, or name the database that it runs with. Nothing was changed.',
  )
}
