import { applyAll } from './apply-all.ts'

/**
 * Where rows of spend come from, what newer ones replaced, the keys of scripts, what reading Meta remembers, the owner's
 * rates, and how visits are found whose ad link was left unfilled.
 */
export const up = applyAll([
  `create table ad_spend_imports (
    id uuid primary key,
    source text not null,
    source_key text not null default '',
    name text not null,
    platform text,
    made_at timestamptz not null,
    expires_at timestamptz,
    committed_at timestamptz,
    taken_back_at timestamptz,
    outcome jsonb not null default '{}'
  )`,
  `comment on table ad_spend_imports is 'A file, or all that one script or one ad account brought. Until committed_at it is a preview, which ends at expires_at.'`,
  `create unique index ad_spend_imports_standing on ad_spend_imports (source, source_key)
    where source_key <> '' and taken_back_at is null`,
  'create index ad_spend_imports_previews on ad_spend_imports (expires_at) where committed_at is null',

  'create sequence ad_spend_order',
  `create table ad_spend_lines (
    id bigint generated always as identity primary key,
    import_id uuid not null references ad_spend_imports (id) on delete cascade,
    place bigint,
    line integer not null,
    platform text not null,
    account text not null,
    currency text not null,
    day date not null,
    through date not null,
    campaign_id text not null,
    campaign text not null,
    adset_id text not null,
    adset text not null,
    ad_id text not null,
    ad text not null,
    spend_micros bigint not null,
    impressions bigint not null,
    clicks bigint not null,
    ad_key uuid not null,
    name_key uuid not null,
    parents uuid[] not null
  )`,
  `comment on table ad_spend_lines is 'Every row of every import that was not taken back; place is its order among all, null while it is previewed. It counts, and stands in ad_spend, unless one with a later place covers it. ad_key is its finest id, or without one its names; name_key its names; parents both of what it is part of.'`,
  'create index ad_spend_lines_by_import on ad_spend_lines (import_id)',
  'create index ad_spend_lines_by_ad on ad_spend_lines (ad_key, day, through)',
  'create index ad_spend_lines_by_name on ad_spend_lines (name_key, day, through)',
  'create index ad_spend_lines_spans_by_ad on ad_spend_lines (ad_key) where day < through',
  'create index ad_spend_lines_spans_by_name on ad_spend_lines (name_key) where day < through',
  'alter table ad_spend add line_id bigint unique',

  `create table ad_spend_headers (
    header_key uuid primary key,
    platform text,
    columns jsonb not null,
    currency text,
    dates text,
    named_at timestamptz not null
  )`,
  `comment on table ad_spend_headers is 'What the owner said once of a file’s headers.'`,

  `create table ad_import_keys (
    id uuid primary key,
    name text not null,
    key_hash bytea not null unique,
    ends_in text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `comment on table ad_import_keys is 'With which scripts may bring spend.'`,

  `create table ad_currency_rates (
    currency text primary key,
    rate numeric not null,
    "into" text not null,
    set_at timestamptz not null
  )`,
  `comment on table ad_currency_rates is 'One of a currency counts as so many of another, as the owner set it.'`,

  `create table ad_reading (
    id integer primary key check (id = 1),
    account text,
    name text,
    currency text,
    timezone text,
    last_read_at timestamptz,
    nightly_on date,
    hourly_at timestamptz,
    read_back_to date,
    read_back_until date,
    days_at_once integer not null default 30,
    report jsonb,
    turn_of text,
    turn_until timestamptz,
    paused_until timestamptz,
    failures integer not null default 0,
    failing_since timestamptz,
    kind text,
    reason text,
    refused_rows integer not null default 0,
    refused_reason text
  )`,
  `comment on table ad_reading is 'How far Meta’s own report has been read, of which account, and what came in between; one row.'`,
  'insert into ad_reading (id) values (1)',

  `create index visitors_by_ad_id on visitors ((first_touch ->> 'utm_ad_id')) where first_touch ->> 'utm_ad_id' is not null`,
  `create index page_views_unfilled on page_views (at)
    where attribution::text ~ '\\{\\{|__(CAMPAIGN|AID|CID|ADGROUP|AD)[A-Z_]*__|\\{(campaignid|adgroupid|creative)\\}'`,
])
