import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { countingTaken } from './count-taken-views.ts'
import { viewAsEvent } from './counted-values.ts'
import { foldLeads } from './fold-leads.ts'
import { foldLogs, foldSearch, noteTitles } from './search-store.ts'
import { lockForFolding, lockForWriting } from './store.ts'
import { addToValues, gatherEvents } from './value-counts-store.ts'

/** How many page views are folded in one transaction: some two seconds of work. */
export const PORTION = 20_000

/**
 * Brings the counts by value up to date: what is pending goes into them, each portion in one transaction, so that a
 * crash loses and doubles nothing. `patiently` waits for a fold that is under way; otherwise that one is left to it.
 * Ends when nothing is pending, or after `atMost` portions; gives whether more may be pending.
 */
export async function foldPending(
  database: Database,
  { patiently, atMost = Number.POSITIVE_INFINITY }: { patiently: boolean; atMost?: number },
): Promise<boolean> {
  for (let portions = 0; await isPending(database); portions++) {
    if (portions === atMost) return true
    const hasFolded = await database.transaction().execute(async (transaction) => {
      if (!(await lockForFolding(transaction, patiently))) return false
      await lockForWriting(transaction)
      await foldPortion(transaction)
      return true
    })
    if (!hasFolded) return true
  }
  return false
}

/** Folds all that is pending in the transaction of a caller that holds the lock for recounting. */
export async function foldAll(transaction: Queryable): Promise<void> {
  while (await isPending(transaction)) await foldPortion(transaction)
}

async function isPending(database: Queryable): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from uncounted_views) or exists (select from pending_leads)
      or exists (select from pending_visitors) or exists (select from pending_logs) as pending`.execute(
    database,
  )
  return rows[0]?.pending ?? false
}

/** Folds the page views that wait of some visitors (a query of their ids), for a caller that holds the lock for recounting. */
export async function foldViewsOf(transaction: Queryable, visitors: RawBuilder<unknown>): Promise<void> {
  await foldViews(transaction, sql`visitor_id in (${visitors})`)
}

async function foldPortion(transaction: Queryable): Promise<void> {
  // Oldest first: a visitor's views count in the order in which they were made.
  const oldest = sql`select ctid from uncounted_views order by at limit ${PORTION}`
  await foldViews(transaction, sql`ctid = any(array(${oldest}))`)
  await foldLeads(transaction, PORTION)
  await foldSearch(transaction, PORTION)
  await foldLogs(transaction)
}

async function foldViews(transaction: Queryable, which: RawBuilder<unknown>): Promise<void> {
  const taking = sql`
    with taken as (
      delete from uncounted_views where ${which} returning visitor_id, at, path, source, previous
    ), ${countingTaken}`
  const views = sql`
    select ${viewAsEvent}
    from taken join page_views view using (visitor_id, at, path)`
  if ((await gatherEvents(transaction, views, taking)) > 0) {
    await addToValues(transaction, { sign: 1, areAll: false })
    await noteTitles(transaction)
  }
}
