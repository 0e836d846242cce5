import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * A browser (user agent and what was read from it) is stored once for all the visitors that come with it; what older
 * visitors' rows say themselves stays there and holds until they come again. The function of two arguments stays, too,
 * for an older process that is still running beside this one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'create table browsers (id uuid primary key, user_agent text, device jsonb not null)',
  // No foreign key: it would be looked up for every visitor, and a browser is never deleted.
  'alter table visitors add column browser_id uuid',
  recordTrackingFunction,
]
