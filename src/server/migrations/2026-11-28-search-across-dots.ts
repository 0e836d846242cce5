import { type Kysely, sql } from 'kysely'

/**
 * What visitors are searched by is indexed with dots and colons as letters, so that half an address finds its few
 * visitors. An older process that is still running searches without an index until it ends.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `do $block$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      drop index if exists visitor_search_text;
      create index visitor_search_across_dots on visitor_search using gin (translate(text, '.:', 'qq') gin_trgm_ops);
    end if;
  end $block$`,
  'analyze visitor_search',
]
