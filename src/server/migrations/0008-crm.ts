import { applyAll } from './apply-all.ts'

/** What the CRM is asked besides deliveries: comparisons, erasures, its shared allowance. */
export const up = applyAll([
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
  `comment on table crm_comparisons is 'What we hold beside what the CRM holds, looked at regularly.'`,
  'create index crm_comparisons_by_time on crm_comparisons (started_at desc)',
  'create unique index crm_comparisons_running on crm_comparisons (((finished_at is null))) where finished_at is null',

  `create table crm_differences (
    id uuid primary key,
    comparison_id uuid not null references crm_comparisons (id),
    lead_id uuid not null references leads (id),
    at timestamptz not null,
    what text not null,
    detail text,
    repaired boolean not null
  )`,
  `comment on table crm_differences is 'What a comparison found, and what became of it.'`,
  'create index crm_differences_by_comparison on crm_differences (comparison_id, at)',
  'create index crm_differences_by_lead on crm_differences (lead_id, what, at desc)',

  `create table crm_erasures (
    id uuid primary key,
    lead_id uuid not null references leads (id),
    email text,
    contact_id text,
    asked_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    failing_since timestamptz,
    done_at timestamptz,
    failure_kind text
  )`,
  `comment on table crm_erasures is 'The contacts that the CRM has yet to delete: an email stays here only until it has.'`,
  "create index crm_erasures_open on crm_erasures (asked_at) where state <> 'done'",

  `create table vendor_allowances (
    key text primary key,
    recent timestamptz[] not null default '{}'::timestamp with time zone[],
    max_calls integer not null,
    window_ms integer not null,
    day date not null,
    calls_of_day integer not null default 0,
    max_calls_of_day integer not null,
    paused_until timestamptz
  )`,
  `comment on table vendor_allowances is 'One allowance for all processes.'`,

  `create table vendor_troubles (
    vendor text primary key,
    is_alerted boolean not null,
    alerted_at timestamptz not null
  )`,
  `comment on table vendor_troubles is 'Which vendors are in trouble.'`,
])
