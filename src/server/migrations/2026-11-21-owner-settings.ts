import { type Kysely, sql } from 'kysely'

/** The owner's settings: one row, written when something is changed for the first time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table owner_settings (
      id integer primary key check (id = 1),
      timezone text not null,
      track_user_agents boolean not null,
      auto_refresh boolean not null,
      dense boolean not null,
      updated_at timestamptz not null
    )`)
    .execute(database)
}
