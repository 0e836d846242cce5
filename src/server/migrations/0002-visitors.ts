import { applyAll } from './apply-all.ts'

/** Visitors: a browser each, the people behind them, their addresses and links. */
export const up = applyAll([
  `create table people (
    id uuid primary key,
    created_at timestamptz not null
  )`,
  `comment on table people is 'A person: visitors and leads that are known to be the same.'`,

  `create table person_links (
    id uuid primary key,
    person_id uuid not null references people (id),
    kind text not null,
    value text not null,
    evidence jsonb not null,
    at timestamptz not null,
    undone_at timestamptz
  )`,
  `comment on table person_links is 'What makes visitors and leads one person, with its evidence.'`,
  'create index person_links_by_person on person_links (person_id)',
  'create index person_links_by_value on person_links (kind, value)',

  `create table browsers (
    id uuid primary key,
    user_agent text,
    device jsonb not null
  )`,
  `comment on table browsers is 'A user agent and what was read from it, once for all the visitors that come with it. No foreign key: it would be looked up for every visitor, and a browser is never deleted.'`,

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
    landing_path text,
    first_touch jsonb not null default '{}',
    last_touch jsonb not null default '{}',
    excluded text,
    marked_own_at timestamptz,
    browser_id uuid,
    last_counted_at timestamptz,
    was_active boolean not null default false
  )`,
  `comment on table visitors is 'One row a browser. last_counted_at is its newest counted page view or capture; was_active whether it viewed or submitted anything, counted or not; excluded why it is not counted.'`,
  'create index visitors_by_last_counted on visitors (last_counted_at) where last_counted_at is not null',
  'create index visitors_by_person on visitors (person_id) where person_id is not null',
  'create index visitors_hidden on visitors (last_seen_at desc, id desc) where excluded is not null',
  'create index visitors_listed on visitors (coalesce(last_counted_at, last_seen_at) desc, id desc) where last_counted_at is not null or (excluded is null and not was_active)',
  'create index visitors_without_activity on visitors (last_seen_at desc, id desc) where last_counted_at is null and excluded is null and not was_active',

  `create table visitor_addresses (
    ip_address text not null,
    visitor_id uuid not null,
    primary key (ip_address, visitor_id)
  )`,
  `comment on table visitor_addresses is 'Every address a visitor ever had: a block finds whom it touches without reading page views.'`,
  'create index visitor_addresses_by_network on visitor_addresses (address_of(ip_address), visitor_id)',

  `create table visitor_links (
    id uuid primary key,
    visitor_id uuid not null,
    from_visitor_id uuid not null,
    hand_off_id uuid not null,
    handed_at timestamptz not null,
    opened_at timestamptz not null,
    undone_at timestamptz
  )`,
  `comment on table visitor_links is 'Which visitor a hand-off link carried into which other browser. A link reads one way: visitor_id may be told what from_visitor_id gave up to handed_at, and never the other way round.'`,
  'create index visitor_links_by_giver on visitor_links (from_visitor_id)',
  'create index visitor_links_by_visitor on visitor_links (visitor_id)',

  `create table visitor_search (
    visitor_id uuid primary key,
    text text not null
  )`,
  `comment on table visitor_search is 'What a visitor is found by, apart from the busy table of visitors.'`,

  `create table erased_visitors (
    visitor_id uuid primary key,
    erased_at timestamptz not null
  )`,
  `comment on table erased_visitors is 'The browsers of erased people, which are new ones when they come back.'`,

  `create table hand_offs (
    id uuid primary key,
    visitor_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `comment on table hand_offs is 'Links that carry a visitor into another browser, each good for one use.'`,
  'create index hand_offs_by_expiry on hand_offs (expires_at)',

  `create table ad_consents (
    id uuid primary key,
    visitor_id uuid not null,
    choice text not null,
    text text not null,
    version text not null,
    page text not null,
    at timestamptz not null,
    ip_address text,
    user_agent text
  )`,
  `comment on table ad_consents is 'What a visitor answered when asked about advert cookies.'`,
  'create index ad_consents_by_visitor on ad_consents (visitor_id, at desc)',
])
