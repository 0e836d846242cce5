import { applyAll } from './apply-all.ts'

/** Alerts to the owner. */
export const up = applyAll([
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
  `comment on table alert_settings is 'What the owner wants to be told at once and where; one row.'`,

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
    settled_at timestamptz,
    failure_kind text
  )`,
  `comment on table alerts is 'Every alert that was ordered.'`,
  "create index alerts_about_the_cap on alerts (created_at desc) where kind = 'calls-at-cap'",
  "create index alerts_by_success on alerts (channel, settled_at desc) where state = 'sent'",
  "create unique index alerts_of_lead on alerts (lead_id, channel) where kind = 'new-lead'",
  "create index alerts_open on alerts (created_at) where state = ANY (ARRAY['waiting', 'parked'])",
])
