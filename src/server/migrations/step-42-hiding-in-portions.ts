import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * What a block, an own browser or their undoing touches is listed, and taken back from the counts in portions: nobody
 * who writes waits for it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // A block that was switched and whose visitors are being listed: at which of its lists, and after which row of it.
  `create table block_changes (
    kind text not null,
    value text not null,
    hides boolean not null,
    asked_at timestamptz not null default clock_timestamp(),
    stage smallint not null default 0,
    after text,
    after_id uuid,
    primary key (kind, value)
  )`,
  // Whom a change touched, in the order in which they are counted anew. Twice does no harm.
  `create table visitors_to_recount (
    id bigint generated always as identity primary key,
    visitor_id uuid not null
  )`,
  'create index visitors_to_recount_by_visitor on visitors_to_recount (visitor_id)',
  // How many of them are through since none was left.
  'create table recount_progress (done bigint not null)',
  'insert into recount_progress (done) values (0)',

  // Read in order and from a row on.
  'drop index page_views_hidden_by_path',
  'create index page_views_hidden_by_page on page_views (path, visitor_id) where hidden',
  'drop index visitor_addresses_by_network',
  'create index visitor_addresses_by_network on visitor_addresses (address_of(ip_address), visitor_id)',
  'drop index lead_captures_by_network',
  'create index lead_captures_by_network on lead_captures (address_of(ip_address), id)',
  'analyze visitor_addresses',
  recordTrackingFunction,
]
