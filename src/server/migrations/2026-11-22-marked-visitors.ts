import { type Kysely, sql } from 'kysely'

/** Browsers that the owner marked as "this is me", kept beside any other reason for not counting them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table visitors add column marked_own_at timestamptz').execute(database)
}
