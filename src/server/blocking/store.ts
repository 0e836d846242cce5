import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { isValue } from '#server/reports/counted-values.ts'

/** A block as it is stored; `value` is the address or the page path. */
export type Block = { id: string; value: string; reason: string | null; is_active: boolean; blocked_at: Date }

/** Where one kind of block is kept, and which events it hides. */
export type BlockKind = {
  table: RawBuilder<unknown>
  column: RawBuilder<unknown>
  /** Where the blocked value stands in a page view and in a capture. */
  viewColumn: RawBuilder<unknown>
  captureColumn: RawBuilder<unknown>
  /** The visitors and leads that a blocked value touches: those the fold has noted, and those that wait for it. */
  visitors(value: string): RawBuilder<unknown>
  leads(value: string): RawBuilder<unknown>
}

/** Blocks of addresses. */
export const addressBlocks: BlockKind = {
  table: sql.table('blocked_ips'),
  column: sql.ref('ip_address'),
  viewColumn: sql.ref('ip_address'),
  captureColumn: sql.ref('ip_address'),
  visitors: (value) => sql`
    select visitor_id from visitor_addresses where ip_address = ${value}
    union select visitor_id from pending_visitors where ip_address = ${value}`,
  leads: (value) => sql`select lead_id from lead_captures where ip_address = ${value}`,
}

/** Blocks of page paths. */
export const pageBlocks: BlockKind = {
  table: sql.table('blocked_pages'),
  column: sql.ref('page_path'),
  viewColumn: sql.ref('path'),
  captureColumn: sql.ref('slug'),
  visitors: (value) => sql`
    select visitor_id from visitor_values where value_id in (
      select id from counted_values value where ${isValue('visitor', 'page', value)})
    union select visitor_id from uncounted_views where path = ${value}
    union select visitor_id from page_views where path = ${value} and hidden`,
  leads: (value) => sql`select lead_id from lead_captures where slug = ${value}`,
}

/** All blocks of a kind, newest first. */
export async function listBlocks(database: Queryable, kind: BlockKind): Promise<Block[]> {
  const { rows } = await sql<Block>`
    select id, ${kind.column} as value, reason, is_active, blocked_at from ${kind.table}
    order by blocked_at desc, id desc`.execute(database)
  return rows
}

/** A block by its id. */
export async function findBlock(
  database: Queryable,
  kind: BlockKind,
  id: string,
): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    select id, ${kind.column} as value, reason, is_active, blocked_at from ${kind.table} where id = ${id}`.execute(
    database,
  )
  return rows[0]
}

/** The block of a value. */
export async function findBlockOf(
  database: Queryable,
  kind: BlockKind,
  value: string,
): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    select id, ${kind.column} as value, reason, is_active, blocked_at from ${kind.table}
    where ${kind.column} = ${value}`.execute(database)
  return rows[0]
}

/** Stores a block, or switches the block of the same value on again with the new reason. */
export async function saveBlock(
  transaction: Queryable,
  kind: BlockKind,
  block: { id: string; value: string; reason: string | null; at: Date },
): Promise<Block> {
  const { rows } = await sql<Block>`
    insert into ${kind.table} (id, ${kind.column}, reason, is_active, blocked_at)
    values (${block.id}, ${block.value}, ${block.reason}, true, ${block.at})
    on conflict (${kind.column}) do update set is_active = true,
      reason = coalesce(excluded.reason, ${kind.table}.reason)
    returning id, ${kind.column} as value, reason, is_active, blocked_at`.execute(transaction)
  const saved = rows[0]
  if (!saved) throw new Error('a saved block gave no row')
  return saved
}

/** Switches a block on or off. */
export async function setBlockActive(
  transaction: Queryable,
  kind: BlockKind,
  id: string,
  isActive: boolean,
): Promise<void> {
  await sql`update ${kind.table} set is_active = ${isActive} where id = ${id}`.execute(transaction)
}
