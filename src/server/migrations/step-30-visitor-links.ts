import { type Kysely, sql } from 'kysely'

/**
 * Which visitor a hand-off link carried into which other browser. A link reads one way: `visitor_id` may be told what
 * `from_visitor_id` gave up to `handed_at`, and never the other way round.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `create table visitor_links (
    id uuid primary key,
    visitor_id uuid not null,
    from_visitor_id uuid not null,
    hand_off_id uuid not null,
    handed_at timestamptz not null,
    opened_at timestamptz not null,
    undone_at timestamptz
  )`,
  'create index visitor_links_by_visitor on visitor_links (visitor_id)',
  'create index visitor_links_by_giver on visitor_links (from_visitor_id)',
]
