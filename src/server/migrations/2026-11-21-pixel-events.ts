import { type Kysely, sql } from 'kysely'

/** Which pixel events a visitor has claimed, and what it answered when asked about advert cookies. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table pixel_events (
    id uuid primary key,
    visitor_id uuid not null,
    event_name text not null,
    dedupe_key text not null,
    path text not null,
    value numeric(12, 2),
    currency text,
    content_name text,
    at timestamptz not null,
    ip_address text,
    user_agent text,
    fbc text,
    fbp text,
    unique (visitor_id, event_name, dedupe_key)
  )`,
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
  'create index ad_consents_by_visitor on ad_consents (visitor_id, at desc)',
]
