import { applyAll } from './apply-all.ts'

/** Tag rules, the tags of leads, and the log of both. */
export const up = applyAll([
  `create table auto_tag_rules (
    id uuid primary key,
    name text not null,
    description text not null,
    tag_name text not null,
    trigger text not null,
    conditions jsonb not null default '{}',
    is_active boolean not null default true,
    position integer not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    holds_since timestamptz not null default now(),
    viewed_until timestamptz
  )`,
  `comment on table auto_tag_rules is 'holds_since is when a rule began to hold as it stands, viewed_until up to when page views were looked at for it.'`,

  `create table lead_tags (
    id uuid primary key,
    lead_id uuid not null references leads (id),
    tag_name text not null,
    rule_id uuid references auto_tag_rules (id) on delete set null,
    trigger text not null,
    evidence jsonb not null,
    created_at timestamptz not null,
    state text not null default 'waiting',
    reason text,
    delivered_at timestamptz,
    rule_name text,
    failure_kind text,
    unique (lead_id, tag_name)
  )`,
  `comment on table lead_tags is 'Tags and logs keep the name of a rule that is gone.'`,
  'create index lead_tags_by_name on lead_tags (tag_name, lead_id)',
  // Without it, deleting a rule would read every tag to find its own.
  'create index lead_tags_by_rule on lead_tags (rule_id) where rule_id is not null',
  "create index lead_tags_parked on lead_tags (lead_id) where state = 'parked'",
  "create index lead_tags_waiting on lead_tags (lead_id) where state = 'waiting'",

  `create table auto_tag_logs (
    id uuid primary key,
    at timestamptz not null,
    rule_id uuid references auto_tag_rules (id) on delete set null,
    lead_id uuid not null references leads (id),
    lead_tag_id uuid references lead_tags (id),
    tag_name text not null,
    status text not null,
    reason text,
    attempts integer not null default 1,
    execution_ms integer not null,
    contact_id text,
    trigger_data jsonb not null default '{}',
    rule_name text,
    trigger text,
    failure_kind text
  )`,
  `comment on table auto_tag_logs is 'An execution is logged when it happens and brought up to date on delivery.'`,
  'create index auto_tag_logs_by_lead on auto_tag_logs (lead_id)',
  'create index auto_tag_logs_by_lead_tag on auto_tag_logs (lead_tag_id) where lead_tag_id is not null',
  'create index auto_tag_logs_by_rule on auto_tag_logs (rule_id, at desc)',
  'create index auto_tag_logs_by_tag on auto_tag_logs (tag_name, at desc)',
  'create index auto_tag_logs_by_time on auto_tag_logs (at desc, id desc)',

  `insert into auto_tag_rules (id, name, description, tag_name, trigger, conditions, position, holds_since) values
    ('00000000-0000-7000-8000-000000000001', 'Lead captured', 'Every lead form that is sent.',
      'VH01 - Lead', 'lead_captured', '{}', 1, '2000-01-01'),
    ('00000000-0000-7000-8000-000000000002', 'Saw pitch',
      'A lead form sent on a training page, or the training video watched up to the pitch.',
      'VH02 - Saw Pitch', 'video_progress', '{"page": ["freetraining", "training", "vsl"], "watchTime": 715}', 2, '2000-01-01'),
    ('00000000-0000-7000-8000-000000000003', 'Filled application', 'A thank-you page reached after an application.',
      'VH03 - Filled Application', 'application', '{"page": ["thankyoucall"]}', 3, '2000-01-01'),
    ('00000000-0000-7000-8000-000000000004', 'Booked call', 'A call booked on the calendar.',
      'VH04 - Booked Call', 'booking', '{}', 4, '2000-01-01')`,
])
