import type { Pool, PoolConfig } from 'pg'
import type { Config } from './config.ts'
import { allMigrations } from './migrations/all-migrations.ts'
import { openReplica } from './open-replica.ts'
import { checkAddresses } from './platform/addresses/check-addresses.ts'
import type { Clock } from './platform/clock.ts'
import { type Database, openDatabase, openPipeline } from './platform/database.ts'
import { type Engine, startEngine } from './platform/engine/start-engine.ts'
import type { Step } from './platform/migrate.ts'
import type { Pipeline } from './platform/pipeline.ts'
import type { ReplicaWatch } from './platform/replica/watch-replica.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { DiskLimits } from './status/watch-disks.ts'
import { upgradeOptionsOf } from './upgrade-options.ts'
import { warnOfDatabase, warnOfPooler } from './warn-of-database.ts'

/** What a start may decide about how it stores. */
export type StorageOptions = {
  say(line: string): void
  /** How long a connection may take, 1.5 s; tests, which share a busy machine, are more patient. */
  connectPatienceMs?: number
  /** How often the database plans anew how tracking is stored, 5 s; tests shorten it. */
  replanTrackingAfterMs?: number
  /** From where on a disk is low and full; tests say so of any disk. */
  diskLimits?: () => DiskLimits
  /** What the schema is made of, for tests of an upgrade to come. */
  migrations?: Record<string, Step>
}

/** The database and the ways to it. */
export type Storage = {
  /** The embedded engine; null where the database is another server's. */
  engine: Engine | null
  database: Database
  pool: Pool
  /** Whether a pooler stands before the database. */
  isPooled: boolean
  /** For what needs a session of its own; everything else may go through a pooler. */
  direct: PoolConfig
  /** Sessions of our own, to hear of changes. */
  listening: Pool
  /** Where the dashboard reads: the database itself, or a replica while that keeps up. */
  reads: Database
  /** How that replica is, where there is one. */
  replica: ReplicaWatch | undefined
  /** The connection on which tracking is stored, one statement behind the other. */
  tracking: Pipeline
}

// No answer to anyone takes longer.
const STATEMENT_TIMEOUT_MS = 30_000

/**
 * Starts the embedded engine where no other database is configured, brings the schema up to date and opens every way to
 * it. Each is handed to `onStop` as soon as it is open, so that what fails later leaves nothing behind.
 */
export async function openStorage(
  config: Config,
  options: StorageOptions,
  parts: { clock: Clock; onStop(end: () => Promise<void>): void; onProblem(error: unknown): void },
): Promise<Storage> {
  const { say } = options
  const { onStop, onProblem } = parts
  const engine = config.databaseUrl ? null : await startEngine({ dataDir: config.dataDir, say })
  if (engine) onStop(() => engine.stop())
  const connection: PoolConfig = engine?.connection ?? { connectionString: config.databaseUrl }
  const direct: PoolConfig = engine?.connection ?? { connectionString: config.databaseDirectUrl }
  const { isPooled } =
    config.databaseUrl && config.databaseDirectUrl
      ? await checkAddresses(config.databaseUrl, config.databaseDirectUrl)
      : { isPooled: false }
  await prepareDatabase({
    ...{
      connection: direct,
      migrations: options.migrations ?? allMigrations,
      now: parts.clock.now(),
      say,
    },
    upgrading: { ...upgradeOptionsOf(config), diskLimits: options.diskLimits },
  })

  const { connectPatienceMs } = options
  const each = {
    ...{ takesWrites: true, connectPatienceMs },
    ...{ statementTimeoutMs: STATEMENT_TIMEOUT_MS, onLostConnection: onProblem },
  }
  const { database, pool, close } = openDatabase({
    ...{ ...each, connection, isPooled },
    maxConnections: config.databaseConnections,
  })
  onStop(close)
  let listening = pool
  if (isPooled) {
    const own = openDatabase({ ...each, connection: direct, maxConnections: 2 })
    onStop(own.close)
    listening = own.pool
    await warnOfPooler(database, say)
  }
  const replica = await openReplica(config, {
    ...{ database, pool, isPooled, say, onProblem },
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  onStop(replica.close)
  if (!engine) await warnOfDatabase(database, say)
  const tracking = openPipeline({
    ...{ ...each, connection, isPooled },
    replanAfterMs: options.replanTrackingAfterMs ?? 5000,
  })
  onStop(() => tracking.close())
  return {
    ...{ engine, database, pool, isPooled, direct, listening, tracking },
    reads: replica.reads,
    replica: replica.replica,
  }
}
