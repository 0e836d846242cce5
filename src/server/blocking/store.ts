import { type RawBuilder, sql } from 'kysely'
import { isValue } from '#server/counting/counted-values.ts'
import type { BlockedThing } from '#server/counting/touched-by-block.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A block as it is stored; `value` is the address or the page path. */
export type Block = { id: string; value: string; reason: string | null; is_active: boolean; blocked_at: Date }

/** Where one kind of block is kept, and which events it hides. */
export type BlockKind = {
  name: BlockedThing
  table: RawBuilder<unknown>
  column: RawBuilder<unknown>
  /** The condition that a `view`, or a `capture`, is of a blocked value. */
  isOf(event: BlockableEvent, value: string): RawBuilder<unknown>
  /** The condition that it is of another active block of this kind than that of the value; of any, without one. */
  isOfOther(event: BlockableEvent, value?: string): RawBuilder<unknown>
  /** The visitors and leads that a blocked value touches: those the rollup worker has noted, and those that wait for it. */
  visitors(value: string): RawBuilder<unknown>
  leads(value: string): RawBuilder<unknown>
}

/** The events that a block hides. */
export type BlockableEvent = 'view' | 'capture'

const lies = (address: RawBuilder<unknown>, value: string) =>
  sql`address_of(${address}) <<= address_of(${value})`
const besides = (column: string, value: string | undefined) =>
  value === undefined ? sql`` : sql`and block.${sql.ref(column)} <> ${value}`

/** Blocks of addresses and prefixes. */
export const addressBlocks: BlockKind = {
  name: 'address',
  table: sql.table('blocked_ips'),
  column: sql.ref('ip_address'),
  isOf: (event, value) => lies(sql.ref(`${event}.ip_address`), value),
  isOfOther: (event, value) => sql`exists (
    select from blocked_ips block where is_active and network >>= address_of(${sql.ref(`${event}.ip_address`)})
    ${besides('ip_address', value)})`,
  visitors: (value) => sql`
    select visitor_id from visitor_addresses where ${lies(sql.ref('ip_address'), value)}
    union select visitor_id from pending_visitors where ${lies(sql.ref('ip_address'), value)}`,
  leads: (value) => sql`select lead_id from lead_captures where ${lies(sql.ref('ip_address'), value)}`,
}

const pageColumn = { view: 'view.path', capture: 'capture.slug' } as const

/** Blocks of page paths. */
export const pageBlocks: BlockKind = {
  name: 'page',
  table: sql.table('blocked_pages'),
  column: sql.ref('page_path'),
  isOf: (event, value) => sql`${sql.ref(pageColumn[event])} = ${value}`,
  isOfOther: (event, value) => sql`exists (
    select from blocked_pages block where is_active and page_path = ${sql.ref(pageColumn[event])}
    ${besides('page_path', value)})`,
  visitors: (value) => sql`
    select visitor_id from visitor_values where value_id in (
      select id from counted_values value where ${isValue('visitor', 'page', value)})
    union select visitor_id from rollup_queue where path = ${value}
    union select visitor_id from visitor_activity where path = ${value} and hidden`,
  leads: (value) => sql`select lead_id from lead_captures where slug = ${value}`,
}

/**
 * A page path as its visits are stored. Our own pages are stored in small letters without a slash at the end; what was
 * reported otherwise is found as it was reported.
 */
export async function storedPath(database: Queryable, path: string): Promise<string> {
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  if (plain === path) return path
  const { rows } = await sql<{ isStored: boolean }>`
    select exists (${pageBlocks.visitors(path)}) or exists (${pageBlocks.leads(path)})
      or exists (select from blocked_pages where page_path = ${path}) as "isStored"`.execute(database)
  return rows[0]?.isStored ? path : plain
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
