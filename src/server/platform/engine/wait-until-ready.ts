import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EngineProblem } from './engine-problem.ts'
import { DATABASE } from './settings.ts'

const SLOW_MS = 5_000
/** Replaying the log after a power cut can take minutes on a slow disk, never this long. */
const LONGEST_MS = 15 * 60_000

type Connection = { host: string; port: number; user: string; password: string; database: string }

/**
 * Waits until PostgreSQL takes connections and our database exists in it, creating it at the first start.
 * Returns the server's version; undefined when `hasEnded` says that the server is gone.
 */
export async function waitUntilReady(
  connection: Connection,
  hasEnded: () => boolean,
  say: (line: string) => void,
): Promise<string | undefined> {
  const begun = Date.now()
  let told = false
  while (!hasEnded()) {
    const version = await tryToPrepare(connection)
    if (version !== undefined) return version
    const waited = Date.now() - begun
    if (waited > LONGEST_MS) throw new EngineProblem('The database did not become ready within 15 minutes.')
    if (waited > SLOW_MS && !told) {
      say('The database is still getting ready (it checks its files after an unclean end).')
      told = true
    }
    await pause(waited < 1_000 ? 10 : 100)
  }
  return undefined
}

async function tryToPrepare(connection: Connection): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
    const answer = await client.query<{ server_version: string }>('show server_version')
    return answer.rows[0]?.server_version ?? ''
  } catch (failure) {
    if (isPassing(failure)) return undefined
    throw failure
  } finally {
    await client.end().catch(() => {})
  }
}

/** Not listening yet, still recovering, or cut off: the caller sees by itself whether the process is gone. */
function isPassing(failure: unknown): boolean {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  const silent = failure instanceof Error && /timeout|terminated/i.test(failure.message)
  return silent || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code)
}
