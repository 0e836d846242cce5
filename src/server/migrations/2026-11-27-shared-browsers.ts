import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * Tracking tells each browser of a batch once. The function of two arguments stays for an older process that is still
 * running beside this one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(recordTrackingFunction).execute(database)
}
