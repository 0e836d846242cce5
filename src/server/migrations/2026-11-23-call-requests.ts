import { type Kysely, sql } from 'kysely'

/** Calls by the voice agent that an application asked for: placed, waiting, or not, and why not. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table call_requests (
    id uuid primary key,
    lead_id uuid not null references leads (id) on delete cascade,
    phone_e164 text,
    page text,
    requested_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    reason_code text,
    attempts integer not null default 0,
    lease_until timestamptz,
    settled_at timestamptz
  )`,
  'create index call_requests_by_lead on call_requests (lead_id, requested_at desc)',
  'create index call_requests_by_phone on call_requests (phone_e164, settled_at desc) where phone_e164 is not null',
]
