import { type Kysely, sql } from 'kysely'

/** Whoever has a tag or reached a step is put in order by an index alone, without reading hundreds of leads. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index leads_by_id_and_time on leads (id) include (last_counted_at) where last_counted_at is not null',
    )
    .execute(database)
}
