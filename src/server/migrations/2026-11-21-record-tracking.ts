import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/** Tracking in one call; its tables come with later migrations, and nobody calls it before they are there. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(recordTrackingFunction).execute(database)
}
