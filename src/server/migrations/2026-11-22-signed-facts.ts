import { type Kysely, sql } from 'kysely'

/**
 * What vendors vouch for: applications, bookings, payments and calls. `signed_facts` says whose each is, its events
 * are its history and are only ever added to, and one table a kind holds its present state.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table signed_facts (
    id uuid primary key,
    kind text not null,
    key text not null,
    at timestamptz not null,
    email text,
    phone_e164 text,
    reference text,
    lead_id uuid references leads (id),
    joined_by text,
    joined_at timestamptz,
    settled_by_owner boolean not null default false,
    trigger text,
    page text,
    rules_applied_for uuid,
    unique (kind, key)
  )`,
  'create index signed_facts_by_lead on signed_facts (lead_id) where lead_id is not null',
  'create index signed_facts_waiting_by_email on signed_facts (email) where lead_id is null',
  'create index signed_facts_waiting_by_phone on signed_facts (phone_e164) where lead_id is null',
  'create index signed_facts_waiting_by_reference on signed_facts (reference) where lead_id is null',
  `create table signed_fact_events (
    id uuid primary key,
    fact_id uuid not null references signed_facts (id),
    delivery_id uuid not null references webhook_deliveries (id),
    key text not null,
    kind text not null,
    at timestamptz not null,
    details jsonb not null default '{}',
    unique (fact_id, key)
  )`,
  // Whose browser claimed an email, asked for each fact whose email is not a lead's.
  `create index milestones_by_claimed_email on milestones ((evidence ->> 'email'), kind)
    where evidence ->> 'email' is not null`,

  `create table applications (
    id uuid primary key references signed_facts (id),
    token text not null unique,
    form_id text not null,
    submitted_at timestamptz not null,
    answers jsonb not null,
    hidden jsonb not null,
    attribution jsonb not null
  )`,
  `create table bookings (
    id uuid primary key references signed_facts (id),
    uid text not null unique,
    status text not null,
    title text,
    start_at timestamptz,
    end_at timestamptz,
    location text,
    attendee_name text,
    rescheduled_to text,
    told_at timestamptz
  )`,
  `create table payments (
    id uuid primary key references signed_facts (id),
    session_id text unique,
    status text not null,
    amount_minor bigint,
    currency text,
    refunded_minor bigint not null default 0,
    payer_name text,
    is_test boolean not null default false
  )`,
  `create table calls (
    id uuid primary key references signed_facts (id),
    provider text not null,
    call_id text not null,
    status text not null,
    started_at timestamptz,
    ended_at timestamptz,
    duration_sec integer,
    summary text,
    recording_url text,
    transcript_url text,
    unique (provider, call_id)
  )`,
]
