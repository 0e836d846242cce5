import type { PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { freshDatabase } from './fresh-database.ts'

/** When what a test needs is put away: at its own end, or, with `afterAll`, at the end of its file. */
type AtEnd = (putAway: () => Promise<void>) => void

/** Opens a database beside the product under test, without a limit of time. */
export function openForTest(
  connection: string | PoolConfig,
  maxConnections = 2,
  atEnd: AtEnd = onTestFinished,
): Database {
  const { database, close } = openDatabase({
    connection: typeof connection === 'string' ? { connectionString: connection } : connection,
    maxConnections,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  atEnd(close)
  return database
}

/** Opens a database of its own with the newest schema and nothing in it. */
export async function openFreshDatabase(atEnd: AtEnd = onTestFinished): Promise<Database> {
  const { url, drop } = await freshDatabase()
  atEnd(drop)
  return openForTest(url, 4, atEnd)
}
