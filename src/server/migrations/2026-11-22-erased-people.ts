import { type Kysely, sql } from 'kysely'

/** Who was erased, and the contacts that the CRM has yet to delete: an email stays here only until it has. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table leads add column erased_at timestamptz',
  `create table crm_erasures (
    id uuid primary key,
    lead_id uuid not null references leads (id),
    email text,
    contact_id text,
    asked_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    failing_since timestamptz,
    done_at timestamptz
  )`,
  "create index crm_erasures_open on crm_erasures (asked_at) where state <> 'done'",
]
