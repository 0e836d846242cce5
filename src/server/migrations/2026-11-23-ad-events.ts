import { type Kysely, sql } from 'kysely'

/**
 * What the server reports to the advert account: one row an event, whose id is the event's id there, and one row that
 * says how the connection fares.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table ad_events (
    id uuid primary key,
    visitor_id uuid not null,
    person_id uuid references people (id) on delete cascade,
    told_by text not null,
    thing text unique,
    pixel_id text not null,
    event_name text not null,
    url text not null,
    at timestamptz not null,
    value numeric(14, 2),
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
    settled_at timestamptz
  )`,
  "create index ad_events_waiting on ad_events (due_at) where state = 'waiting'",
  "create index ad_events_parked on ad_events (settled_at desc) where state = 'parked'",
  'create index ad_events_by_visitor on ad_events (visitor_id)',
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
  'insert into ad_connection (id) values (1)',
  'create index signed_fact_events_by_delivery on signed_fact_events (delivery_id)',
]
