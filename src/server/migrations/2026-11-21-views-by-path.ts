import { type Kysely, sql } from 'kysely'

/** One page's views and captures are found without reading all others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('create index page_views_by_path on page_views (path, at desc)').execute(database)
  await sql.raw('create index lead_captures_by_page on lead_captures (slug, at desc)').execute(database)
}
