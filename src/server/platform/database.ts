import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { type Pool, type PoolClient, type PoolConfig, TypeOverrides } from 'pg'
import { endWhenLost } from './end-when-lost.ts'
import { PatientPool } from './patient-pool.ts'
import { type Pipeline, pipelineOn } from './pipeline.ts'
import { beginWith, endWhenReadOnly, refuseReadOnly } from './takes-writes.ts'

/** A PostgreSQL connection pool behind Kysely. Queries are SQL templates that name their own row types. */
export type Database = Kysely<unknown>

/** A transaction on the database, or the database itself where a caller brings none. */
export type Queryable = Database | Transaction<unknown>

const INT8 = 20
const DATE = 1082

/** Reads bigint counts as numbers and dates as their text: both are exact for what is stored here. */
function readableTypes(): TypeOverrides {
  const types = new TypeOverrides()
  types.setTypeParser(INT8, Number)
  types.setTypeParser(DATE, (value: string) => value)
  return types
}

// A transaction whose connection the network lost is over for us, and keeps its locks at the server until that ends it.
const WAITS_FOR_US_MS = 15_000

type PoolOptions = {
  connection: PoolConfig
  maxConnections: number
  /** How long one statement may take; 0 sets no limit, nor one for a transaction that waits for its next statement. */
  statementTimeoutMs: number
  /** How long a connection and its first answer may take, 1.5 s; 15 s where a statement may take any time: nobody waits for it. */
  connectPatienceMs?: number | undefined
  /**
   * Whether a pooler stands in between that gives each transaction to another session (PgBouncer): then nothing is set for a
   * session, and limits of time and compilation (jit) are what the pooler or the role sets (docs/install.md, Through PgBouncer).
   */
  isPooled?: boolean
  /** Whether only a server that takes writes will do; where it stops taking them its connections are ended. */
  takesWrites?: boolean
  onLostConnection(error: Error): void
}

/** Opens a database. `close` waits for running queries. A lost idle connection is reported and replaced, never fatal. */
export function openDatabase(options: PoolOptions): {
  database: Database
  pool: Pool
  close(): Promise<void>
} {
  const pool = openPool(options)
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
  })
  return {
    database,
    pool,
    async close() {
      await database.destroy()
      // Kysely leaves alone what nobody asked anything through it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Opens a pool of one connection, to be sent one statement behind the other; see `pipelineOn`. */
export function openPipeline(
  options: Omit<PoolOptions, 'maxConnections'> & { replanAfterMs: number },
): Pipeline & { close(): Promise<void> } {
  const pool = openPool({ ...options, maxConnections: 1, pipeline: true })
  return { ...pipelineOn(pool, options.isPooled ? 'pooled' : options.replanAfterMs), close: () => pool.end() }
}

/** How the sessions of a pooler are known that ours were the last to use. */
export const POOLED = 'leadline pooled'

function openPool(options: PoolOptions & { pipeline?: boolean }): Pool {
  const connection = options.isPooled
    ? { ...options.connection, application_name: `${POOLED} ${randomBytes(4).toString('hex')}` }
    : options.connection
  const patienceMs = options.connectPatienceMs ?? (options.statementTimeoutMs === 0 ? 15_000 : 1500)
  const settings = options.isPooled
    ? []
    : [
        // Queries are compiled where many rows are expected, each time anew: a second where the answer takes milliseconds.
        'set jit = off',
        // pg leaves a limit of 0 out, and the server's own would hold.
        ...(options.statementTimeoutMs === 0 ? ['set statement_timeout = 0'] : []),
      ]
  const pool = new PatientPool({
    ...connection,
    max: options.maxConnections,
    pipeline: options.pipeline,
    connectionTimeoutMillis: patienceMs,
    idleTimeoutMillis: 60_000,
    // PgBouncer refuses a connection that brings settings of its own.
    ...(!options.isPooled && {
      statement_timeout: options.statementTimeoutMs,
      ...(options.statementTimeoutMs !== 0 && { idle_in_transaction_session_timeout: WAITS_FOR_US_MS }),
    }),
    types: readableTypes(),
    async onConnect(client) {
      await beginWith(client, settings, patienceMs)
      if (options.takesWrites) await refuseReadOnly(client, patienceMs)
    },
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const givenUp = new WeakSet<PoolClient>()
  pool.on('release', (error, client) => {
    if (error) givenUp.add(client)
  })
  pool.on('error', (error, client) => {
    // The server may end one that is ended here before it hears of that.
    if (!pool.ending && !givenUp.has(client)) options.onLostConnection(error)
  })
  pool.on('connect', (client) => {
    // The pool listens to idle connections only; without a listener a busy one that is lost ends the process.
    client.on('error', () => {})
    if (options.takesWrites) endWhenReadOnly(client)
    if (options.statementTimeoutMs !== 0)
      endWhenLost(client, connection, options.statementTimeoutMs, options.isPooled)
  })
  return pool
}
