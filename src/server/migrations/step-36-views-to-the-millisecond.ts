import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/** A view is still told apart by its second; the milliseconds beside it say what came before what. Null of older views. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table page_views add column ms smallint').execute(database)
  await sql.raw(recordTrackingFunction).execute(database)
}
