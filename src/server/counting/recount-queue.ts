import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { type After, type BlockChange, listsOf } from './touched-by-block.ts'

/** Notes visitors (a query of ids) that a change touches, in its transaction: they are counted anew after it. */
export async function noteToRecount(transaction: Queryable, visitors: RawBuilder<unknown>): Promise<void> {
  await sql`insert into visitors_to_recount (visitor_id) ${visitors}`.execute(transaction)
}

/** Notes that a block was switched, in its transaction: whom it touches is listed after it, anew if it was being listed. */
export async function noteBlockChange(
  transaction: Queryable,
  { kind, value, hides }: BlockChange,
): Promise<void> {
  await sql`insert into block_changes (kind, value, hides) values (${kind}, ${value}, ${hides})
    on conflict (kind, value) do update set hides = excluded.hides, asked_at = excluded.asked_at,
      stage = 0, after = null, after_id = null`.execute(transaction)
}

/** How far what was hidden or brought back is counted: visitors that are through, of those known so far; null when all is. */
export async function readRecounting(database: Queryable): Promise<{ done: number; of: number } | null> {
  const { rows } = await sql<{ done: number; waiting: number; listing: boolean }>`
    select (select done from recount_progress) as done,
      -- The queue is worked off from its beginning.
      coalesce((select max(id) from visitors_to_recount) - (select min(id) from visitors_to_recount) + 1, 0) as waiting,
      exists (select from block_changes) as listing`.execute(database)
  const { done = 0, waiting = 0, listing = false } = rows[0] ?? {}
  return waiting > 0 || listing ? { done, of: done + waiting } : null
}

/** A change whose visitors are being listed: since when, and how far. */
export type ListedChange = BlockChange & After & { since: string; stage: number }

/** The change that is listed next; the one of a value, where one is named. */
export async function findBlockChange(
  database: Queryable,
  which?: Pick<BlockChange, 'kind' | 'value'>,
): Promise<ListedChange | undefined> {
  const { rows } = await sql<ListedChange>`
    select kind, value, hides, asked_at::text as since, stage, after, after_id from block_changes
    where ${which ? sql`kind = ${which.kind} and value = ${which.value}` : sql`true`}
    order by asked_at, kind, value limit 1`.execute(database)
  return rows[0]
}

/** A change that was found, locked and as far as it is now; undefined where it is listed, or was switched again. */
export async function lockBlockChange(
  transaction: Queryable,
  { kind, value, since }: ListedChange,
): Promise<ListedChange | undefined> {
  const { rows } = await sql<ListedChange>`
    select kind, value, hides, asked_at::text as since, stage, after, after_id from block_changes
    where kind = ${kind} and value = ${value} and asked_at = ${since}::timestamptz for update skip locked`.execute(
    transaction,
  )
  return rows[0]
}

/** Puts the next of a locked change's visitors into the queue; after the last the change is done. */
export async function listTouched(
  transaction: Queryable,
  change: ListedChange,
  atMost: number,
): Promise<void> {
  const lists = listsOf(change)
  const list = lists[change.stage]
  if (!list) return forgetBlockChange(transaction, change)
  const { rows } = await sql<After>`
    with found as materialized (
      select visitor_id, after, after_id, row_number() over () as place from (${list(change, sql`${atMost}`)}) one
    ), noted as (
      insert into visitors_to_recount (visitor_id)
      select visitor_id from found where visitor_id is not null
        and not exists (select from visitors_to_recount queued where queued.visitor_id = found.visitor_id)
      group by visitor_id order by min(place)
    )
    select after, after_id from found order by place desc limit 1`.execute(transaction)
  const [last] = rows
  if (last)
    await sql`update block_changes set after = ${last.after}, after_id = ${last.after_id}
      where kind = ${change.kind} and value = ${change.value}`.execute(transaction)
  else if (change.stage + 1 < lists.length)
    await sql`update block_changes set stage = stage + 1, after = null, after_id = null
      where kind = ${change.kind} and value = ${change.value}`.execute(transaction)
  else await forgetBlockChange(transaction, change)
}

/** All visitors of a change that is not being listed yet, if they and their rows in its lists are few; undefined otherwise. */
export async function findFewTouched(
  transaction: Queryable,
  change: BlockChange,
  atMost: number,
): Promise<string[] | undefined> {
  const visitors = new Set<string>()
  for (const list of listsOf(change)) {
    const { rows } = await sql<{ visitor_id: string | null }>`${list(
      { after: null, after_id: null },
      sql`${atMost + 1}`,
    )}`.execute(transaction)
    for (const { visitor_id } of rows) if (visitor_id !== null) visitors.add(visitor_id)
    if (rows.length > atMost || visitors.size > atMost) return undefined
  }
  return [...visitors]
}

/** A change is listed, or all its visitors are counted anew. */
export async function forgetBlockChange(
  transaction: Queryable,
  { kind, value }: Pick<BlockChange, 'kind' | 'value'>,
): Promise<void> {
  await sql`delete from block_changes where kind = ${kind} and value = ${value}`.execute(transaction)
}

/** Those who are next in the queue, the rows of it that are theirs, and how many events they have. */
export async function readNext(
  transaction: Queryable,
  atMost: number,
): Promise<{ id: number; visitorId: string; events: number }[]> {
  const { rows } = await sql<{ id: number; visitorId: string; events: number }>`
    select id, visitor_id as "visitorId", (
      select count(*) from visitor_activity where visitor_id = queued.visitor_id) as events
    from (select id, visitor_id from visitors_to_recount order by id limit ${atMost}) queued order by id`.execute(
    transaction,
  )
  return rows
}

/** The rows of the queue by which visitors wait now. */
export async function findQueued(transaction: Queryable, visitorIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from visitors_to_recount where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Takes rows out of the queue whose visitors are through. */
export async function takeOut(transaction: Queryable, ids: number[]): Promise<void> {
  await sql`delete from visitors_to_recount where id = any(${ids}::bigint[])`.execute(transaction)
  await sql`update recount_progress set done = case
    when exists (select from visitors_to_recount) or exists (select from block_changes) then done + ${ids.length} else 0 end`.execute(
    transaction,
  )
}

/** Lets everybody else go before a visitor. */
export async function putLast(database: Queryable, id: number): Promise<void> {
  await sql`with moved as (delete from visitors_to_recount where id = ${id} returning visitor_id)
    insert into visitors_to_recount (visitor_id) select visitor_id from moved`.execute(database)
}

/** Whether visitors did so much that counting it anew takes long. */
export async function didMoreThan(
  transaction: Queryable,
  visitorIds: string[],
  events: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from visitor_activity where visitor_id = any(${visitorIds}::uuid[]) limit ${events + 1}) one`.execute(
    transaction,
  )
  return (rows[0]?.count ?? 0) > events
}
