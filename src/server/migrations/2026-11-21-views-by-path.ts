import { type Kysely, sql } from 'kysely'

/** One page's captures are found without reading all others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('create index lead_captures_by_page on lead_captures (slug, at desc)').execute(database)
}
