import { applyAll } from './apply-all.ts'

/** The coach's own calendar: when calls can be booked, what keeps times busy, and the calls. */
export const up = applyAll([
  `create table calendar_settings (
    id integer primary key check (id = 1),
    rules jsonb,
    feed_version integer not null default 1,
    busy_address text,
    busy_host text,
    busy_etag text,
    busy_modified text,
    busy_tried_at timestamptz,
    busy_read_at timestamptz,
    busy_problem text,
    updated_at timestamptz
  )`,
  `comment on table calendar_settings is 'One row. Without rules the delivered ones hold; busy_address is encrypted, because whoever has it reads the calendar behind it.'`,
  'insert into calendar_settings (id) values (1)',

  `create table calendar_busy (
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    check (starts_at < ends_at)
  )`,
  `comment on table calendar_busy is 'When the coach''s own calendar is busy, as it was read last; taken as advice, never as a lock.'`,
  'create index calendar_busy_by_end on calendar_busy (ends_at)',

  `create table calendar_bookings (
    uid text primary key,
    state text not null check (state in ('booked', 'cancelled')),
    start_at timestamptz not null,
    end_at timestamptz not null,
    kept tstzrange not null,
    sequence integer not null default 0,
    request_key text unique,
    title text not null,
    location text not null,
    name text not null,
    email text not null,
    phone text,
    note text,
    timezone text not null,
    visitor_id uuid,
    booked_at timestamptz not null,
    changed_at timestamptz not null,
    check (start_at < end_at),
    check (not isempty(kept) and not lower_inf(kept) and not upper_inf(kept)),
    constraint calendar_bookings_one_at_a_time exclude using gist (kept with &&) where (state = 'booked')
  )`,
  `comment on table calendar_bookings is 'Calls in the own calendar. kept is the time of a call with the pause after it; no two booked calls share any of it.'`,
  'create index calendar_bookings_by_start on calendar_bookings (start_at)',
  'create index bookings_by_start on bookings (start_at) where start_at is not null',

  // What the own calendar says was delivered by nobody.
  'alter table external_event_updates alter column delivery_id drop not null',
])
