import { type Kysely, sql } from 'kysely'

/** People, visitors, page views, leads, captures, tags, blocking, rollups, the owner and limits. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table people (
    id uuid primary key,
    created_at timestamptz not null
  )`,

  `create table visitors (
    id uuid primary key,
    person_id uuid references people (id),
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    last_view_at timestamptz,
    visit_count integer not null default 0,
    page_view_count integer not null default 0,
    ip_address text,
    fingerprint text,
    timezone text,
    language text,
    screen_width integer,
    screen_height integer,
    hardware_concurrency integer,
    device_memory real,
    user_agent text,
    device jsonb not null default '{}',
    landing_path text,
    first_touch jsonb not null default '{}',
    last_touch jsonb not null default '{}',
    excluded text
  )`,
  'create index visitors_by_last_view on visitors (last_view_at desc, id desc) where last_view_at is not null',
  'create index visitors_hidden on visitors (last_seen_at desc, id desc) where excluded is not null',
  'create index visitors_by_person on visitors (person_id) where person_id is not null',

  `create table page_views (
    visitor_id uuid not null,
    at timestamptz not null,
    path text not null,
    id uuid not null,
    session_id text,
    title text,
    referrer text,
    ip_address text,
    source text not null,
    attribution jsonb not null default '{}',
    hidden boolean not null,
    primary key (visitor_id, at, path)
  )`,
  'create index page_views_by_time on page_views (at desc, id desc)',

  `create table hourly_counts (
    hour timestamptz not null,
    path text not null,
    source text not null,
    kind text not null,
    count bigint not null,
    primary key (hour, path, source, kind)
  )`,
  `create table hourly_totals (
    hour timestamptz not null,
    kind text not null,
    count bigint not null,
    primary key (hour, kind)
  )`,
  `create table distinct_cells (
    kind text not null,
    tz text not null,
    day date not null,
    previous_day date not null,
    count bigint not null,
    primary key (kind, tz, day, previous_day)
  )`,

  `create table leads (
    id uuid primary key,
    person_id uuid not null references people (id),
    visitor_id uuid,
    email text not null unique,
    name text not null,
    phone text not null,
    phone_e164 text,
    slug text not null,
    capture_source text not null,
    capture_count integer not null default 0,
    first_captured_at timestamptz not null,
    last_captured_at timestamptz not null,
    last_counted_at timestamptz,
    first_touch jsonb not null default '{}',
    last_touch jsonb not null default '{}',
    landing_path text,
    lead_magnet text,
    ip_address text,
    user_agent text,
    details jsonb not null default '{}',
    crm_state text not null default 'waiting',
    crm_reason text,
    crm_contact_id text,
    crm_contact_stale boolean not null default true,
    crm_delivered_at timestamptz,
    crm_failing_since timestamptz,
    crm_lease_until timestamptz
  )`,
  'create index leads_by_time on leads (last_counted_at desc, id desc) where last_counted_at is not null',
  'create index leads_by_person on leads (person_id)',
  'create index leads_by_phone on leads (phone_e164) where phone_e164 is not null',

  `create table lead_captures (
    id uuid primary key,
    at timestamptz not null,
    lead_id uuid references leads (id),
    visitor_id uuid not null,
    submission_id text unique,
    slug text not null,
    name text not null,
    email text not null,
    phone text not null,
    source text not null,
    attribution jsonb not null default '{}',
    ip_address text,
    user_agent text,
    details jsonb not null default '{}',
    quarantine_reason text,
    released_at timestamptz,
    hidden boolean not null
  )`,
  'create index lead_captures_by_time on lead_captures (at desc, id desc)',
  'create index lead_captures_by_lead on lead_captures (lead_id, at)',
  'create index lead_captures_by_visitor on lead_captures (visitor_id, at desc)',
  'create index lead_captures_held on lead_captures (at desc, id desc) where quarantine_reason is not null and released_at is null',

  `create table consent_receipts (
    id uuid primary key,
    capture_id uuid not null references lead_captures (id),
    lead_id uuid references leads (id),
    kind text not null,
    granted boolean not null,
    text text not null,
    version text not null,
    page text not null,
    at timestamptz not null,
    ip_address text,
    user_agent text
  )`,
  'create index consent_receipts_by_lead on consent_receipts (lead_id)',

  `create table person_links (
    id uuid primary key,
    person_id uuid not null references people (id),
    kind text not null,
    value text not null,
    evidence jsonb not null,
    at timestamptz not null,
    undone_at timestamptz
  )`,
  'create index person_links_by_person on person_links (person_id)',
  'create index person_links_by_value on person_links (kind, value)',

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
    updated_at timestamptz not null default now()
  )`,
  `insert into auto_tag_rules (id, name, description, tag_name, trigger, conditions, position) values
    ('00000000-0000-7000-8000-000000000001', 'Lead captured', 'Every lead form that is sent.',
      'VH01 - Lead', 'lead_captured', '{}', 1),
    ('00000000-0000-7000-8000-000000000002', 'Saw pitch',
      'A lead form sent on a training page, or the training video watched up to the pitch.',
      'VH02 - Saw Pitch', 'video_progress', '{"page": ["freetraining", "training", "vsl"], "watchTime": 715}', 2),
    ('00000000-0000-7000-8000-000000000003', 'Filled application', 'A thank-you page reached after an application.',
      'VH03 - Filled Application', 'application', '{"page": ["thankyoucall"]}', 3),
    ('00000000-0000-7000-8000-000000000004', 'Booked call', 'A call booked on the calendar.',
      'VH04 - Booked Call', 'booking', '{}', 4)`,

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
    unique (lead_id, tag_name)
  )`,
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
    trigger_data jsonb not null default '{}'
  )`,
  'create index auto_tag_logs_by_time on auto_tag_logs (at desc, id desc)',
  'create index auto_tag_logs_by_rule on auto_tag_logs (rule_id, at desc)',
  "create unique index auto_tag_logs_failing on auto_tag_logs (lead_tag_id) where status = 'error'",

  `create table blocked_ips (
    id uuid primary key,
    ip_address text not null unique,
    reason text,
    is_active boolean not null,
    blocked_at timestamptz not null
  )`,
  `create table blocked_pages (
    id uuid primary key,
    page_path text not null unique,
    reason text,
    is_active boolean not null,
    blocked_at timestamptz not null
  )`,

  `create table owners (
    id integer primary key,
    password_hash text not null,
    updated_at timestamptz not null
  )`,
  `create table owner_sessions (
    token_hash text primary key,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text
  )`,
  `create table login_failures (
    key text primary key,
    failures integer not null,
    last_failed_at timestamptz not null,
    locked_until timestamptz not null
  )`,
  `create table rate_limits (
    key text not null,
    window_start timestamptz not null,
    window_end timestamptz not null,
    hits integer not null,
    primary key (key, window_start)
  )`,
]
