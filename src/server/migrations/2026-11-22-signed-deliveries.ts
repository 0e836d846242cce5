import { type Kysely, sql } from 'kysely'

/** What vendors delivered: each call exactly as it was signed, stored before anything is made of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table webhook_deliveries (
    id uuid primary key,
    vendor text not null,
    event_id text not null,
    kind text not null,
    received_at timestamptz not null,
    body text not null,
    state text not null,
    reason text,
    settled_at timestamptz,
    unique (vendor, event_id)
  )`,
  'create index webhook_deliveries_by_time on webhook_deliveries (received_at desc, id desc)',
  "create index webhook_deliveries_open on webhook_deliveries (received_at desc, id desc) where state <> 'done'",
]
