import { type Kysely, sql } from 'kysely'

/** When the owner asked for a test lead of theirs to be delivered like any other. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table leads add column test_sent_at timestamptz').execute(database)
  // Few leads are hidden; the list of those needs no look at the others.
  await sql
    .raw('create index leads_hidden on leads (last_captured_at desc, id desc) where last_counted_at is null')
    .execute(database)
}
