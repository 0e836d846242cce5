import { stat } from 'node:fs/promises'
import type { Pool } from 'pg'
import { reachOf } from '#server/integrations/public-address.ts'

/**
 * The folder of a database that we did not start: known where it is on this machine and tells us; undefined otherwise,
 * as the same path on this machine would be another disk.
 */
export async function databaseFolder(pool: Pool): Promise<string | undefined> {
  const client = await pool.connect()
  try {
    const isHere =
      client.host.startsWith('/') || client.host === 'localhost' || reachOf(client.host) === 'loopback'
    if (!isHere) return undefined
    const { rows } = await client.query<{ folder: string | null }>(
      `select case when pg_has_role(current_user, 'pg_read_all_settings', 'usage')
         then current_setting('data_directory') end as folder`,
    )
    const folder = rows[0]?.folder ?? undefined
    // In a container it has a place of its own.
    return folder !== undefined && (await isThere(folder)) ? folder : undefined
  } finally {
    client.release()
  }
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  )
