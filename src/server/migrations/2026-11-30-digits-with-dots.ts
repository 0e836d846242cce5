import { type Kysely, sql } from 'kysely'

/**
 * What visitors are searched by is indexed with a digit and the dot after it as one letter, so that a part of an
 * address is found in a few short lists. An older process that is still running searches without an index until it ends.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const withDots = [...'ghijklmnop'].reduce(
  (text, letter, digit) => `replace(${text}, '${digit}.', '${letter}')`,
  `translate(text, ':', 'q')`,
)

const statements = [
  `do $block$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      drop index if exists visitor_search_across_dots;
      create index visitor_search_with_dots on visitor_search using gin ((${withDots}) gin_trgm_ops);
    end if;
  end $block$`,
  'analyze visitor_search',
]
