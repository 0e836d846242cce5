import { type Kysely, sql } from 'kysely'

/** Links that carry a visitor into another browser, each good for one use. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table hand_offs (
      id uuid primary key,
      visitor_id uuid not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`)
    .execute(database)
  await sql.raw('create index hand_offs_by_expiry on hand_offs (expires_at)').execute(database)
}
