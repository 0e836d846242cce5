import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { Database } from './database.ts'

// Any number that nothing else locks.
const LOCK = 7_303_014_502
const LOOK_EVERY_MS = 1000

/** By what connections are known that only wait, and use nothing. */
export const WAITING = 'leadline waiting'

const CONNECTS_WITHIN_MS = 15_000

async function connectWaiting(connection: ClientConfig): Promise<Client> {
  const client = new Client({
    ...{ ...connection, application_name: WAITING, keepAlive: true },
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; begin')
  return client
}

/** Asks all other processes of a database to pause; returns what lets them go on. */
export async function pauseOthers(connection: ClientConfig): Promise<() => Promise<void>> {
  const client = await connectWaiting(connection)
  await client.query(`select pg_advisory_xact_lock(${LOCK})`)
  return () => client.end().catch(() => {})
}

/**
 * Waits until nobody asks for a pause; tells `onWaiting` where somebody does. A process that asked and was killed asks no
 * more.
 */
export async function waitWhilePaused(
  connection: ClientConfig,
  onWaiting: () => void = () => {},
): Promise<void> {
  const client = await connectWaiting(connection)
  try {
    const { rows } = await client.query<{ is_free: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${LOCK}) as is_free`,
    )
    if (rows[0]?.is_free) return
    onWaiting()
    await client.query(`select pg_advisory_xact_lock_shared(${LOCK})`)
  } finally {
    await client.end().catch(() => {})
  }
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
