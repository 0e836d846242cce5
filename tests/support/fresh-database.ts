import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseAt } from './on-server.ts'

/** A database of one's own; `drop` removes it, open connections or not. */
export type FreshDatabase = { url: string; drop(): Promise<void> }

/** Creates an empty database on the run's PostgreSQL server, for tests of what makes the schema. */
export const emptyDatabase = (): Promise<FreshDatabase> => create('template template0')

/** Creates a database with the newest schema and nothing in it, usually for one test file. */
export const freshDatabase = (): Promise<FreshDatabase> =>
  // Files are copied as they are; the other way writes each page a second time, to the log.
  create(`template ${inject('databaseTemplate')} strategy file_copy`)

async function create(how: string): Promise<FreshDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onSharedConnection(serverUrl, `create database ${name} ${how}`)
  return {
    url: databaseAt(serverUrl, name),
    drop: () => onSharedConnection(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

// A connection is a process of the server's: kept for the next database, it need not begin and end twice for each of them.
const pools = new Map<string, pg.Pool>()

async function onSharedConnection(serverUrl: string, sql: string): Promise<void> {
  let pool = pools.get(serverUrl)
  if (!pool) {
    pool = new pg.Pool({ connectionString: serverUrl, idleTimeoutMillis: 30_000, allowExitOnIdle: true })
    // One that rests is lost with its server, at the end of the run.
    pool.on('error', () => {})
    pools.set(serverUrl, pool)
  }
  await pool.query(sql)
}
