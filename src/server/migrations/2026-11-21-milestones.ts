import { type Kysely, sql } from 'kysely'

/** How far visitors came before and after they were leads, and what they really watched. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table milestones (
      id uuid primary key,
      visitor_id uuid not null,
      kind text not null,
      key text not null,
      at timestamptz not null,
      evidence jsonb not null,
      lead_id uuid references leads (id),
      unique (visitor_id, kind, key)
    )`)
    .execute(database)
  await sql
    .raw('create index milestones_by_lead on milestones (lead_id) where lead_id is not null')
    .execute(database)
  await sql
    .raw(`create table watch_progress (
      visitor_id uuid not null,
      media text not null,
      steps integer[] not null,
      position_seconds integer,
      duration_seconds integer,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (visitor_id, media)
    )`)
    .execute(database)
}
