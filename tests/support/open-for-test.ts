import type { PoolConfig } from 'pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { freshDatabase } from './fresh-database.ts'

/** Opens a database beside the product under test, without a limit of time; it is closed when the test ends. */
export function openForTest(connection: string | PoolConfig, maxConnections = 2): Database {
  const { database, close } = openDatabase({
    connection: typeof connection === 'string' ? { connectionString: connection } : connection,
    maxConnections,
    statementTimeoutMs: 0,
    onLostConnection: () => {},
  })
  onTestFinished(close)
  return database
}

/** Opens a database with the newest schema and nothing in it, which is gone when the test ends. */
export async function openFreshDatabase(): Promise<Database> {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  return openForTest(url)
}
