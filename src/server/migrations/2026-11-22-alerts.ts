import { type Kysely, sql } from 'kysely'

/** What the owner wants to be told at once and where, every alert that was ordered, and which vendors are in trouble. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table alert_settings (
    id integer primary key check (id = 1),
    email_to text not null default '',
    email_new_lead boolean not null default false,
    email_trouble boolean not null default false,
    webhook_url text not null default '',
    webhook_new_lead boolean not null default false,
    webhook_trouble boolean not null default false,
    updated_at timestamptz not null
  )`,
  `create table alerts (
    id uuid primary key,
    channel text not null,
    kind text not null,
    lead_id uuid references leads (id),
    vendor text,
    details jsonb not null default '{}',
    created_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    failing_since timestamptz,
    settled_at timestamptz
  )`,
  "create unique index alerts_of_lead on alerts (lead_id, channel) where kind = 'new-lead'",
  "create index alerts_open on alerts (created_at) where state in ('waiting', 'parked')",
  "create index alerts_by_success on alerts (channel, settled_at desc) where state = 'sent'",
  `create table vendor_troubles (
    vendor text primary key,
    is_told boolean not null,
    told_at timestamptz not null
  )`,
  `create table webhook_refusals (
    vendor text primary key,
    first_at timestamptz not null,
    last_at timestamptz not null,
    number integer not null
  )`,
]
