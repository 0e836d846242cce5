import { type Kysely, sql } from 'kysely'

/** When a call was set off, and for whose address, so that calls can be counted against their limits. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table call_requests add column placed_at timestamptz, add column address_key text',
  "update call_requests set placed_at = coalesce(settled_at, requested_at) where state = 'sent'",
  'create index call_requests_placed on call_requests (placed_at desc) where placed_at is not null',
  "create index alerts_about_the_cap on alerts (created_at desc) where kind = 'calls-at-cap'",
]
