import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { campaignOnly } from './person-traces.ts'
import { REMEMBERED_MS } from './visitor-cookie.ts'

/** Visitors of a portion: all of them, those of whom only the traces go, and those who go altogether. */
export type OldVisitors = { all: string[]; nameless: string[]; gone: string[]; last: string | null }

/**
 * The next visitors by their ids, held until the transaction ends; whoever is being written is passed over. Who was not
 * seen since `before` loses all that tells their browser. Who is nobody's lead goes, once the browser has forgotten them
 * or where nothing of them ever counted.
 */
export async function holdOldVisitors(
  transaction: Queryable,
  { before, now, after, limit }: { before: Date; now: Date; after: string; limit: number },
): Promise<OldVisitors> {
  const forgotten = new Date(now.getTime() - REMEMBERED_MS)
  const { rows } = await sql<{ id: string; isOld: boolean; isHeld: boolean; isGone: boolean }>`
    with next as materialized (
      select id from visitors where id > ${after}::uuid order by id limit ${limit}
    ), held as materialized (
      select visitor.*, last_seen_at < ${before} and coalesce(last_view_at < ${before}, true) as is_old
      from visitors visitor where id in (select id from next) and first_seen_at < ${before}
      for no key update skip locked
    )
    select next.id, held.id is not null as "isHeld", coalesce(is_old, false) as "isOld",
      coalesce(is_old and person_id is null
        and (last_seen_at < ${forgotten} or (last_counted_at is null and coalesce(excluded not in ('owner', 'self'), true)
          and marked_own_at is null))
        and not exists (select from lead_captures capture where capture.visitor_id = held.id), false) as "isGone"
    from next left join held on held.id = next.id order by next.id`.execute(transaction)
  return {
    all: rows.flatMap(({ id, isHeld, isGone }) => (isHeld && !isGone ? [id] : [])),
    nameless: rows.flatMap(({ id, isOld, isGone }) => (isOld && !isGone ? [id] : [])),
    gone: rows.flatMap(({ id, isGone }) => (isGone ? [id] : [])),
    last: rows.at(-1)?.id ?? null,
  }
}

/** Takes out of visitors what tells their browser, and returns those who had any. Of how they came the campaign stays; of a person's all of it. */
export async function emptyVisitors(transaction: Queryable, visitorIds: string[]): Promise<string[]> {
  const touch = (column: 'first_touch' | 'last_touch') =>
    sql`case when person_id is null then ${campaignOnly(sql.ref(column))} else ${sql.ref(column)} end`
  const { rows } = await sql<{
    id: string
  }>`update visitors set ip_address = null, fingerprint = null, timezone = null, language = null,
      screen_width = null, screen_height = null, hardware_concurrency = null, device_memory = null,
      browser_id = null, first_touch = ${touch('first_touch')}, last_touch = ${touch('last_touch')}
    where id = any(${visitorIds}::uuid[]) and num_nonnulls(ip_address, fingerprint, timezone, language, screen_width,
      screen_height, hardware_concurrency, device_memory, browser_id) > 0 returning id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Takes visitors away altogether, with their links. */
export async function deleteVisitors(transaction: Queryable, visitorIds: string[]): Promise<void> {
  await sql`delete from hand_offs where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from visitor_links where visitor_id = any(${visitorIds}::uuid[])
    or from_visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`delete from visitors where id = any(${visitorIds}::uuid[])`.execute(transaction)
}

/** Forgets whose browsers were an erased person's, once those browsers have forgotten it themselves. */
export async function forgetErasedVisitors(database: Queryable, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - REMEMBERED_MS)
  await sql`delete from erased_visitors where erased_at < ${forgotten}`.execute(database)
}
