import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { activityAsEvents } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { rollUpLeads } from './roll-up-leads.ts'
import { noteTitles, rollUpLogs, rollUpSearch } from './search-store.ts'
import { addToValues } from './value-counts-store.ts'

/** How many events are rolled up in one transaction: about a second of work, however many values they have. */
export const PORTION = 10_000

/** Rolls up all that is pending in the transaction of a caller that holds the lock for recounting. */
export async function rollUpAll(transaction: Queryable): Promise<void> {
  while (await isPending(transaction)) await rollUpPortion(transaction, PORTION)
}

/** The same for all that happened before `end`. What is stored meanwhile may go on waiting, so traffic does not hold it up. */
export async function rollUpBefore(transaction: Queryable, end: Date): Promise<void> {
  for (;;) {
    await rollUpPortion(transaction, PORTION)
    const { rows } = await sql<{ pending: boolean }>`
      select exists (select from rollup_queue where at < ${end}) or exists (select from pending_leads) as pending`.execute(
      transaction,
    )
    if (!rows[0]?.pending) return
  }
}

/** Whether anything waits to be counted. */
export async function isPending(database: Queryable): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from rollup_queue) or exists (select from pending_leads)
      or exists (select from pending_visitors) or exists (select from pending_logs) as pending`.execute(
    database,
  )
  return rows[0]?.pending ?? false
}

/** How much waits to be counted in the longest of the queues that are worked off in portions. */
export async function countPending(database: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest((select count(*) from rollup_queue), (select count(*) from pending_leads),
      (select count(*) from pending_visitors)) as count`.execute(database)
  return rows[0]?.count ?? 0
}

/** Rolls up what waits of some visitors (a query of their ids), for a caller that holds the lock for recounting. */
export async function rollUpViewsOf(transaction: Queryable, visitors: RawBuilder<unknown>): Promise<void> {
  await rollUpActivity(transaction, sql`visitor_id in (${visitors})`)
}

/** Rolls up the next of everything that waits, `size` of each. */
export async function rollUpPortion(transaction: Queryable, size: number): Promise<void> {
  // Oldest first: what a visitor did counts in the order in which it was done.
  const oldest = sql`select ctid from rollup_queue order by tries, at, ctid limit ${size}`
  await rollUpActivity(transaction, sql`ctid = any(array(${oldest}))`)
  await rollUpLeads(transaction, size)
  await rollUpSearch(transaction, size)
  await rollUpLogs(transaction)
}

async function rollUpActivity(transaction: Queryable, which: RawBuilder<unknown>): Promise<void> {
  const taking = sql`
    with taken as (
      delete from rollup_queue where ${which} returning visitor_id, at, path, capture_id
    ), view as (
      select view.visitor_id, view.at, view.path, view.source, view.attribution, view.referrer, view.title, true as is_view
      from taken join page_views view using (visitor_id, at, path) where taken.capture_id is null
      union all
      select capture.visitor_id, capture.at, capture.slug, capture.source, capture.attribution, null, null, false
      from taken join lead_captures capture on capture.id = taken.capture_id
    )`
  if ((await gatherEvents(transaction, activityAsEvents(sql`view`), { taking })) > 0) {
    await addToValues(transaction, { areAll: false })
    await noteTitles(transaction)
  }
}
