import type { Migration } from 'kysely/migration'
import type { PoolConfig } from 'pg'
import { countOnce } from './counting/rebuild-counts.ts'
import { retrySetAside } from './counting/set-aside.ts'
import { openDatabase } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'
import { isLockTimeout, makeMonthPartitions } from './platform/month-partitions.ts'
import { refuseUnfit } from './platform/refuse-unfit.ts'
import { viewsByMonth } from './tracking/store.ts'

/**
 * Brings a database to what this version needs: applies the missing migrations, makes the partitions of the coming
 * months, and the counts that an older version had none of. Takes as long as it takes: on a big installation one
 * statement may run for minutes. Refuses data that another version made and leaves it as it is.
 */
export async function prepareDatabase(options: {
  connection: PoolConfig
  migrations: Record<string, Migration>
  now: Date
  say(line: string): void
}): Promise<void> {
  const { say } = options
  const { database, close } = openDatabase({
    connection: options.connection,
    maxConnections: 2,
    // A limit made for a waiting visitor would end the counting of millions of views half-way, at every start anew.
    statementTimeoutMs: 0,
    onLostConnection: (error) => say(`A database connection was lost: ${error.message}`),
  })
  try {
    await refuseUnfit(database)
    const applied = await migrate(database, options.migrations)
    if (applied.length === Object.keys(options.migrations).length) say('Database: its tables are made.')
    else for (const name of applied) say(`Database: applied ${name}.`)
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
