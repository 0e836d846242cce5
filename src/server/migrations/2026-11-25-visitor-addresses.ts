import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * Which visitors an address ever had, noted beside the fold, and the hidden views of a page: a block finds what it
 * touches without reading every page view.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table pending_visitors add column ip_address text',
  `create table visitor_addresses (
    ip_address text not null,
    visitor_id uuid not null,
    primary key (ip_address, visitor_id)
  )`,
  `insert into visitor_addresses (ip_address, visitor_id)
    select distinct ip_address, visitor_id from page_views where ip_address is not null`,
  'create index page_views_hidden_by_path on page_views (path) where hidden',
  'create index lead_captures_by_address on lead_captures (ip_address)',
  recordTrackingFunction,
]
