import type { PoolConfig } from 'pg'
import { countOnce } from './counting/rebuild-counts.ts'
import { retrySetAside } from './counting/set-aside.ts'
import { openDatabase } from './platform/database.ts'
import { migrate, type Step, tellApplied } from './platform/migrate.ts'
import { isLockTimeout, makeMonthPartitions } from './platform/month-partitions.ts'
import { refuseUnfit } from './platform/refuse-unfit.ts'
import { viewsByMonth } from './tracking/store.ts'
import { type UpgradeOptions, upgradeDatabase } from './upgrade/upgrade-database.ts'

/**
 * Brings a database to what this version needs: applies the missing migrations, makes the partitions of the coming
 * months, and the counts that an older version had none of. Takes as long as it takes: on a big installation one
 * statement may run for minutes. Refuses data that another version made and leaves it as it is. With
 * `upgrading`, what is there is backed up before anything of it is changed.
 */
export async function prepareDatabase(options: {
  connection: PoolConfig
  migrations: Record<string, Step>
  now: Date
  upgrading?: UpgradeOptions
  say(line: string): void
}): Promise<void> {
  const { say, upgrading, migrations } = options
  const { database, close } = openDatabase({
    connection: options.connection,
    maxConnections: 2,
    // A limit made for a waiting visitor would end the counting of millions of views half-way, at every start anew.
    statementTimeoutMs: 0,
    onLostConnection: (error) => say(`A database connection was lost: ${error.message}`),
  })
  try {
    await refuseUnfit(database, say)
    if (upgrading) await upgradeDatabase(database, { ...options, upgrading })
    else tellApplied(await migrate(database, migrations), migrations, say)
    await makeMonthPartitions(database, viewsByMonth, options.now).catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error
      // Views of a month without a partition are kept all the same.
      say('Database: the coming months are prepared a little later, page views are in use.')
    })
    await countOnce(database, { say })
    await retrySetAside(database, say)
  } finally {
    await close()
  }
}
