import { applyAll } from './apply-all.ts'

/** How long is kept what is not kept for good, and what stays of the months whose page views are gone. */
export const up = applyAll([
  `create table retention_settings (
    id integer primary key check (id = 1),
    views_months integer check (views_months > 0),
    bodies_months integer check (bodies_months > 0),
    logs_months integer check (logs_months > 0),
    sessions_months integer check (sessions_months > 0),
    updated_at timestamptz not null
  )`,
  `comment on table retention_settings is 'How many months are kept of page views and visitors, of what vendors sent, of logs, and of sign-ins; null is for ever. One row.'`,
  // Who has kept more so far is asked before any of it goes.
  `insert into retention_settings (id, views_months, bodies_months, logs_months, sessions_months, updated_at)
    select 1, case when exists (select from page_views where at < now() - interval '14 months') then null else 14 end,
      case when exists (select from webhook_deliveries where received_at < now() - interval '14 months') then null else 14 end,
      case when exists (select from auto_tag_logs where at < now() - interval '14 months') then null else 14 end, 14, now()`,

  `create table retention_state (
    id integer primary key check (id = 1),
    done_at timestamptz,
    problem text,
    lease_until timestamptz
  )`,
  `comment on table retention_state is 'When what is past its time was last taken away, why it could not be, and until when a process is at it; one row.'`,
  'insert into retention_state (id) values (1)',

  'alter table counting_state add column sealed_before timestamptz',
  `comment on table counting_state is 'Whether the counts stand; otherwise the next start makes them from all events. What came before sealed_before is counted for good: its page views are gone or going.'`,
  'alter table counted_timezones add column first_day date',
  `comment on table counted_timezones is 'Until counted_at a timezone is being counted: visitors and leads up to these ids are in, done of total. first_day is from which day it has numbers, where days before were sealed already.'`,

  `create table sealed_months (
    month date not null,
    tz smallint not null,
    first_day date,
    end_day date not null,
    number bigint not null,
    checksum bigint not null,
    sealed_at timestamptz not null,
    primary key (month, tz)
  )`,
  `comment on table sealed_months is 'Months (of UTC) whose page views were dropped: of each timezone how many rows of value_days are counted for good, from first_day up to, not including, end_day, and their sum; under the timezone 0 the rows of value_hours.'`,

  `create table sealed_parts (
    value_id integer not null,
    tz smallint not null,
    day date not null,
    events integer not null,
    fresh integer not null,
    again integer[] not null,
    primary key (value_id, tz, day)
  )`,
  `comment on table sealed_parts is 'Of the day in which the last sealed month ended, what is counted for good: as in value_days, which holds the whole day.'`,

  `create table sealed_visitors (
    visitor_id uuid primary key,
    views integer not null,
    visits integer not null,
    last_view_at timestamptz,
    last_capture_at timestamptz
  )`,
  `comment on table sealed_visitors is 'What a visitor did in sealed months, as it counts for good.'`,

  `create table sealed_values (
    subject_id uuid not null,
    value_id integer not null,
    last_at timestamptz not null,
    primary key (subject_id, value_id)
  )`,
  `comment on table sealed_values is 'When a visitor or a lead was last on a value in sealed months: so that nobody is new again.'`,
])
