import type { Pool } from 'pg'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { readingDatabase } from './platform/replica/reading-database.ts'
import { type ReplicaState, type ReplicaWatch, watchReplica } from './platform/replica/watch-replica.ts'

const sentences: Record<Exclude<ReplicaState, 'following'>, string> = {
  behind: 'The replica at DATABASE_READ_URL is too far behind',
  gone: 'The replica at DATABASE_READ_URL does not answer',
  promoted: 'DATABASE_READ_URL leads to a database that is no replica (it takes writes itself)',
  other: 'DATABASE_READ_URL leads to a replica of another database than DATABASE_URL',
}

/**
 * Where the dashboard reads: the replica of DATABASE_READ_URL while that keeps up, else the database itself. One that cannot
 * be read stops no start: it is said in one line, and looked at again every second.
 */
export async function openReplica(
  config: Config,
  parts: {
    database: Database
    pool: Pool
    isPooled: boolean
    statementTimeoutMs: number
    onProblem(error: unknown): void
    say(line: string): void
  },
): Promise<{ reads: Database; replica: ReplicaWatch | undefined; close(): Promise<void> }> {
  const { database, pool, onProblem } = parts
  if (!config.databaseReadUrl) return { reads: database, replica: undefined, close: async () => {} }
  const opened = openDatabase({
    connection: { connectionString: config.databaseReadUrl },
    isPooled: parts.isPooled,
    maxConnections: config.databaseConnections,
    statementTimeoutMs: parts.statementTimeoutMs,
    onLostConnection: onProblem,
  })
  const watch = await watchReplica({
    ...{ primary: database, replica: opened.database, onProblem },
    maxLagMs: config.databaseReadMaxLagSeconds * 1000,
  })
  const state = watch.state()
  if (state !== 'following')
    parts.say(`Warning: ${sentences[state]}: the dashboard reads at DATABASE_URL meanwhile.`)
  return {
    reads: readingDatabase({ primary: database, primaryPool: pool, replicaPool: opened.pool, watch }),
    replica: watch,
    async close() {
      await watch.stop()
      await opened.close()
    },
  }
}
