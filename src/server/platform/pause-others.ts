import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Database } from './database.ts'

// Any number that nothing else locks.
const LOCK = 7_303_014_502
const LOOK_EVERY_MS = 1000

/** By what connections are known that only wait, and use nothing. */
export const WAITING = 'leadline waiting'

async function lock(connection: ClientConfig, how: 'exclusive' | 'shared'): Promise<() => Promise<void>> {
  const client = new Client({ ...connection, application_name: WAITING, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; begin')
  await client.query(`select pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(${LOCK})`)
  return () => client.end().catch(() => {})
}

/** Asks all other processes of a database to pause; returns what lets them go on. */
export const pauseOthers = (connection: ClientConfig): Promise<() => Promise<void>> =>
  lock(connection, 'exclusive')

/** Waits until nobody asks for a pause. A process that asked and was killed asks no more. */
export async function waitWhilePaused(connection: ClientConfig): Promise<void> {
  await (await lock(connection, 'shared'))()
}

/** Looks whether another process asks for a pause, and says so once; returns what ends that. */
export function watchForPause(
  database: Database,
  onAsked: () => void,
  onProblem: (error: unknown) => void,
): () => void {
  let isAsked = false
  const timer = setInterval(() => {
    void sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock_shared(${sql.lit(LOCK)}) as is_free`
      .execute(database)
      .then(({ rows }) => {
        if (rows[0]?.is_free !== false || isAsked) return
        isAsked = true
        clearInterval(timer)
        onAsked()
      })
      .catch(onProblem)
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
