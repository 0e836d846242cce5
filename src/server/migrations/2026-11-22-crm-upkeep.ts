import { type Kysely, sql } from 'kysely'

/** One allowance for all processes, and the regular comparison of what we hold with what the CRM holds. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // `recent` are the moments of the latest calls: no window of any start holds more than are allowed.
  `create table vendor_allowances (
    key text primary key,
    recent timestamptz[] not null default '{}',
    max_calls integer not null,
    window_ms integer not null,
    day date not null,
    calls_of_day integer not null default 0,
    max_calls_of_day integer not null,
    paused_until timestamptz
  )`,

  `create table crm_comparisons (
    id uuid primary key,
    started_at timestamptz not null,
    asked_by_owner boolean not null,
    to_compare integer not null default 0,
    compared integer not null default 0,
    repaired integer not null default 0,
    finished_at timestamptz,
    reason text
  )`,
  'create unique index crm_comparisons_running on crm_comparisons ((finished_at is null)) where finished_at is null',
  'create index crm_comparisons_by_time on crm_comparisons (started_at desc)',
  `create table crm_differences (
    id uuid primary key,
    comparison_id uuid not null references crm_comparisons (id),
    lead_id uuid not null references leads (id),
    at timestamptz not null,
    what text not null,
    detail text,
    repaired boolean not null
  )`,
  'create index crm_differences_by_comparison on crm_differences (comparison_id, at)',
  'create index crm_differences_by_lead on crm_differences (lead_id, what, at desc)',
  'alter table leads add column crm_compared_at timestamptz',
  "create index leads_waiting on leads (id) where crm_state = 'waiting'",
  "create index lead_tags_waiting on lead_tags (lead_id) where state = 'waiting'",
  'create index leads_by_delivery on leads (crm_delivered_at desc) where crm_delivered_at is not null',
  `create index leads_by_comparison on leads (crm_compared_at nulls first, id)
    where crm_contact_id is not null and crm_state = 'delivered'`,
]
