import type { PoolConfig } from 'pg'
import type { Config } from './config.ts'
import { expectDataFolder, expectTables } from './expect-installation.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { startEngine } from './platform/engine/start-engine.ts'
import { describeError } from './platform/log.ts'
import { prepareDatabase } from './prepare-database.ts'
import { upgradeOptionsOf } from './upgrade-options.ts'

/**
 * Opens an installation's database for a command beside the server: the configured one, or the embedded engine. Refuses
 * where there is none yet, unless it `mayBeNew`.
 */
export async function openInstallation(
  config: Config,
  say: (line: string) => void,
  { mayBeNew = false } = {},
): Promise<{ database: Database; close(): Promise<void> }> {
  if (!mayBeNew) expectDataFolder(config)
  const engine = config.databaseUrl ? null : await startEngine({ dataDir: config.dataDir, say })
  const connection: PoolConfig = engine?.connection ?? { connectionString: config.databaseDirectUrl }
  if (!mayBeNew)
    await expectTables(connection).catch(async (error: unknown) => {
      await engine?.stop()
      throw error
    })
  await prepareDatabase({
    ...{ connection, migrations: allMigrations, now: systemClock.now(), say },
    // A command may be there to set a new secret.
    upgrading: { ...upgradeOptionsOf(config), isForAnySecret: true },
  })
  const { database, close } = openDatabase({
    connection,
    maxConnections: 4,
    statementTimeoutMs: 0,
    onLostConnection: (error) => say(`A database connection was lost: ${describeError(error).message}`),
  })
  return {
    database,
    async close() {
      await close()
      await engine?.stop()
    },
  }
}
