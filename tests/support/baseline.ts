import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import type { Step } from '#server/platform/migrate.ts'

/** The schema of the baseline: the last one before upgrades began to keep a way back. */
export const baselineSchema = '0027-hidden-visitors'

/** What a version knew that had the baseline's schema. */
export const baselineMigrations: Record<string, Step> = Object.fromEntries(
  Object.entries(allMigrations).filter(([name]) => name <= baselineSchema),
)

/**
 * Fills an empty database with an installation as the first version left it: visitors, leads, an application, bookings,
 * payments, a film, notes, and rows of odd values. Its secret and password are those of every product under test.
 */
export async function loadBaseline(connection: ClientConfig): Promise<void> {
  const statements = gunzipSync(readFileSync(new URL('baseline/0027.sql.gz', import.meta.url))).toString()
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
