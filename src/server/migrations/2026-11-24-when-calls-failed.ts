import { type Kysely, sql } from 'kysely'

/** Since when a wish for a call has been failing, for saying how the voice agent stands. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table call_requests add column failing_since timestamptz',
  "create index call_requests_sent on call_requests (settled_at desc) where state = 'sent'",
  "create index call_requests_open on call_requests (requested_at desc) where state <> 'sent'",
]
