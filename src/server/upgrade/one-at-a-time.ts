import type { ClientConfig } from 'pg'
import { connectOnce } from '#server/backup/one-connection.ts'

// Any number that nothing else locks.
const LOCK = 7_303_014_501

/**
 * Does something while no other process does it on the same database; the others wait. It is held by a transaction of its
 * own, so that it ends with the process, and also behind a pool of connections.
 */
export async function oneAtATime<T>(
  connection: ClientConfig,
  say: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const { client, end } = await connectOnce(connection)
  try {
    await client.query('begin')
    const { rows } = await client.query<{ is_mine: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK}) as is_mine`,
    )
    if (!rows[0]?.is_mine) {
      say('Database: another process is making or upgrading it; waiting for that.')
      await client.query(`select pg_advisory_xact_lock(${LOCK})`)
    }
    return await work()
  } finally {
    await end()
  }
}
