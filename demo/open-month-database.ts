import type { PoolConfig } from 'pg'
import { jobNames } from '#server/jobs.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { describeError } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { makeMonthPartitions } from '#server/platform/month-partitions.ts'
import { openQueue, type Queue } from '#server/platform/queue.ts'
import { viewsByMonth } from '#server/tracking/store.ts'

const TWO_MONTHS_MS = 61 * 86_400_000

/** Opens an empty database for writing the month into it, with the schema and the queue in place. */
export async function openMonthDatabase(
  connection: PoolConfig,
  say: (line: string) => void,
): Promise<{ database: Database; queue: Queue; close(): Promise<void> }> {
  let isClosing = false
  const report = (error: unknown) => {
    // A connection that the engine ends while it is being closed here is none that was lost.
    if (!isClosing) say(`Trouble with the database: ${describeError(error).message}`)
  }
  // What is thrown away in the end need not survive a power cut.
  const hasty = { ...connection, options: '-c synchronous_commit=off' }
  const { database, close } = openDatabase({
    connection: hasty,
    maxConnections: 8,
    statementTimeoutMs: 60_000,
    onLostConnection: report,
  })
  await migrate(database, allMigrations)
  const now = systemClock.now()
  await makeMonthPartitions(database, viewsByMonth, now, new Date(now.getTime() - TWO_MONTHS_MS))
  const queue = await openQueue({ connection, names: jobNames, onProblem: report })
  return {
    database,
    queue,
    async close() {
      isClosing = true
      await queue.stop()
      await close()
    },
  }
}
