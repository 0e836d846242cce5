import { applyAll } from './apply-all.ts'

/** What is counted and what waits for it; all of it can be made again from page views and captures. */
export const up = applyAll([
  `create table rollup_queue (
    visitor_id uuid not null,
    at timestamptz not null,
    path text not null,
    source text,
    previous timestamptz,
    capture_id uuid,
    previous_capture timestamptz,
    tries smallint not null default 0
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `comment on table rollup_queue is 'The queue: page views and captures (those with a capture_id) that wait to be counted, with all that counting them needs; previous is the visitor’s activity before. Emptied again and again: without frequent vacuuming, finding it empty would read all that was ever in it.'`,

  `create table pending_leads (
    lead_id uuid not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `comment on table pending_leads is 'Leads that changed since they were counted.'`,

  `create table pending_visitors (
    visitor_id uuid not null,
    ip_address text
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `comment on table pending_visitors is 'Visitors whose search text is to be noted anew.'`,

  `create table pending_logs (
    rule_id uuid,
    tag_name text not null,
    status text not null,
    change integer not null default 1
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `comment on table pending_logs is 'Log rows that were written or changed since they were counted.'`,

  `create table block_changes (
    kind text not null,
    value text not null,
    hides boolean not null,
    asked_at timestamptz not null default clock_timestamp(),
    stage smallint not null default 0,
    after text,
    after_id uuid,
    primary key (kind, value)
  )`,
  `comment on table block_changes is 'A block that was switched and whose visitors are being listed: at which of its lists, and after which row of it.'`,

  `create table visitors_to_recount (
    id bigint generated always as identity primary key,
    visitor_id uuid not null
  )`,
  `comment on table visitors_to_recount is 'Whom a change touched, in the order in which they are counted anew. Twice does no harm.'`,
  'create index visitors_to_recount_by_visitor on visitors_to_recount (visitor_id)',

  'create table recount_progress (done bigint not null)',
  `comment on table recount_progress is 'How many of them are through since none was left; one row.'`,

  `create table set_aside_events (
    id bigint generated always as identity primary key,
    visitor_id uuid not null,
    at timestamptz not null,
    path text not null,
    capture_id uuid,
    reason text not null,
    noted_at timestamptz not null default now()
  )`,
  `comment on table set_aside_events is 'What could not be counted, with the reason, so that the rest can be; hidden until a later version counts it.'`,
  'create index set_aside_events_by_visitor on set_aside_events (visitor_id)',

  `create table counted_values (
    id integer generated always as identity primary key,
    key uuid not null unique,
    kind text not null,
    dimension text not null,
    within text not null,
    value text not null
  )`,
  `comment on table counted_values is 'What is counted: everything, a page, source, campaign, ad, or one of these within another.'`,
  'create index counted_values_by_dimension on counted_values (dimension, within)',

  `create table counted_timezones (
    id smallint generated always as identity primary key,
    name text not null unique,
    asked_at timestamptz not null default now(),
    counted_at timestamptz,
    visitors_through uuid,
    leads_through uuid,
    done bigint not null default 0,
    total bigint not null default 0
  )`,
  `comment on table counted_timezones is 'Until counted_at a timezone is being counted: visitors and leads up to these ids are in, done of total.'`,

  `create table value_days (
    value_id integer not null,
    tz smallint not null,
    day date not null,
    events integer not null,
    fresh integer not null,
    again integer[] not null,
    primary key (value_id, tz, day)
  ) with (fillfactor = 80)`,
  `comment on table value_days is 'again[k]: those of the day whose active day before lies k or more days back; never seen before: fresh.'`,

  `create table value_hours (
    value_id integer not null,
    hour timestamptz not null,
    events integer not null,
    subjects integer not null,
    primary key (value_id, hour)
  )`,
  `comment on table value_hours is 'Events of a value by the hour, and how many of its people came first in that hour.'`,

  `create table visitor_values (
    visitor_id uuid not null,
    value_id integer not null,
    last_at timestamptz not null,
    primary key (visitor_id, value_id)
  )`,
  `comment on table visitor_values is 'When a visitor was last seen on a value.'`,
  'create index visitor_values_newest on visitor_values (value_id, last_at desc, visitor_id desc)',

  `create table named_values (
    day date not null,
    dimension text not null,
    key uuid not null,
    primary key (day, dimension, key)
  )`,
  `comment on table named_values is 'Which values keep a name of their own on a day (of UTC), by the md5 of the value; assigned once.'`,

  `create table counted_leads (
    lead_id uuid primary key,
    captures jsonb not null,
    steps text[] not null
  )`,
  `comment on table counted_leads is 'A lead as it stands in the counts, so that it can be taken back whatever became of it since.'`,

  `create table step_captures (
    step text not null,
    at timestamptz not null,
    lead_id uuid not null,
    primary key (step, at, lead_id)
  )`,
  `comment on table step_captures is 'The counted captures of each lead once more for every step it reached, in the order of their times.'`,

  `create table log_counts (
    rule_id uuid,
    tag_name text not null,
    status text not null,
    count bigint not null,
    unique nulls not distinct (rule_id, tag_name, status)
  )`,
  `comment on table log_counts is 'Log rows by rule and outcome.'`,

  `create table counting_state (
    id integer primary key,
    is_counted boolean not null
  )`,
  `comment on table counting_state is 'Whether the counts stand; otherwise the next start makes them from all events.'`,
  'insert into recount_progress (done) values (0)',
  'insert into counting_state (id, is_counted) values (1, true)',

  // By the hours since a local day began: who came for the first time that day within that hour.
  `insert into counted_values (key, kind, dimension, within, value)
    select md5(jsonb_build_array(kind, 'arrival', '', hours::text)::text)::uuid, kind, 'arrival', '', hours::text
    from unnest(array['visitor', 'lead']) kind cross join generate_series(0, 24) hours`,
  "insert into counted_timezones (name, counted_at) values ('America/Los_Angeles', now())",
])
