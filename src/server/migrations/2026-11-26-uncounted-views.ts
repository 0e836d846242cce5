import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * Page views carry all that counting them needs (`previous` is the visitor's view before) and are counted by the fold
 * alone: tracking writes no row that two writers share. Those noted by an older version have no source; their hours
 * and days are counted already. The new name keeps an older process, still running, from folding what it half knows.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table pending_views rename to uncounted_views',
  'alter table uncounted_views add column source text, add column previous timestamptz',
  recordTrackingFunction,
]
