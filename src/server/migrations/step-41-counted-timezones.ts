import { type Kysely, sql } from 'kysely'

/**
 * Days are counted in the timezones that somebody looks with, not in all ten: the owner's stays, and another is counted
 * when it is first asked for.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Until `counted_at` it is being counted: visitors and leads up to these ids are in, `done` of `total`.
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
  // Days were counted under a timezone's place in this list.
  `insert into counted_timezones (id, name, counted_at) overriding system value
    select place, name, now() from unnest(array['America/Los_Angeles', 'America/New_York', 'America/Chicago', 'America/Denver',
      'UTC', 'Europe/London', 'Europe/Paris', 'Asia/Tokyo', 'Asia/Shanghai', 'Australia/Sydney'])
      with ordinality as zone (name, place)
    where name = coalesce((select timezone from owner_settings where id = 1), 'America/Los_Angeles')`,
  "select setval(pg_get_serial_sequence('counted_timezones', 'id'), 10)",
  'delete from value_days where tz not in (select id from counted_timezones)',
]
