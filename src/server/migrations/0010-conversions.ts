import { applyAll } from './apply-all.ts'

/** What is reported to ad platforms, from the browser and from here. */
export const up = applyAll([
  `create table ad_connection (
    id integer primary key,
    failures integer not null default 0,
    failing_since timestamptz,
    kind text,
    reason text,
    paused_until timestamptz,
    turn_of uuid,
    turn_until timestamptz,
    wake_at timestamptz,
    last_sent_at timestamptz
  )`,
  `comment on table ad_connection is 'How the connection to the advert account fares; one row.'`,

  `create table ad_events (
    id uuid primary key,
    visitor_id uuid not null,
    person_id uuid references people (id) on delete cascade,
    reported_by text not null,
    occasion text unique,
    pixel_id text not null,
    event_name text not null,
    url text not null,
    at timestamptz not null,
    value numeric(14,2),
    currency text,
    content_name text,
    ip_address text,
    user_agent text,
    fbc text,
    fbp text,
    state text not null default 'waiting',
    reason text,
    attempts integer not null default 0,
    due_at timestamptz not null,
    settled_at timestamptz,
    failure_kind text
  )`,
  `comment on table ad_events is 'What the server reports: one row an event, whose id is the event’s id there.'`,
  'create index ad_events_by_visitor on ad_events (visitor_id)',
  "create index ad_events_parked on ad_events (settled_at desc) where state = 'parked'",
  "create index ad_events_waiting on ad_events (due_at) where state = 'waiting'",

  `create table pixel_events (
    id uuid primary key,
    visitor_id uuid not null,
    event_name text not null,
    dedupe_key text not null,
    path text not null,
    value numeric(12,2),
    currency text,
    content_name text,
    at timestamptz not null,
    ip_address text,
    user_agent text,
    fbc text,
    fbp text,
    unique (visitor_id, event_name, dedupe_key)
  )`,
  `comment on table pixel_events is 'Which pixel events a visitor has claimed.'`,
  'insert into ad_connection (id) values (1)',
])
