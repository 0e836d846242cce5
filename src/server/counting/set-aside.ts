import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { recount } from './recount.ts'
import { lockForRecounting } from './store.ts'

/** How often an event is tried alone before it is set aside even where nothing else can be counted either. */
const MOST_TRIES = 5

/**
 * Notes that the event which is next in the queue cannot be counted, so that others go before it. An event that fails again
 * while others are counted is set aside with its reason: it is hidden until a later start can count it. Says whether
 * the queue can go on.
 */
export async function strikeActivity(
  database: Database,
  error: unknown,
  othersAreCounted: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ tries: number; place: string; visitor_id: string; capture_id: string | null }>`
    update rollup_queue set tries = tries + 1
    where ctid = any(array(select ctid from rollup_queue order by tries, at, ctid limit 1))
    returning tries, ctid::text as place, visitor_id, capture_id`.execute(database)
  const struck = rows[0]
  if (!struck) return false
  if (struck.tries === 1 || !(othersAreCounted || struck.tries > MOST_TRIES)) return othersAreCounted
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    const taken = await sql<{ visitor_id: string }>`
      with taken as (
        delete from rollup_queue where ctid = ${struck.place}::tid and visitor_id = ${struck.visitor_id}
          and tries = ${struck.tries} returning visitor_id, at, path, capture_id
      ), hidden_view as (
        update page_views view set hidden = true from taken
        where taken.capture_id is null and view.visitor_id = taken.visitor_id and view.at = taken.at and view.path = taken.path
      ), hidden_capture as (
        update lead_captures set hidden = true from taken where lead_captures.id = taken.capture_id
      )
      insert into set_aside_events (visitor_id, at, path, capture_id, reason)
      select visitor_id, at, path, capture_id, ${reasonOf(error)} from taken returning visitor_id`.execute(
      transaction,
    )
    // What the visitor and its lead did besides goes on counting.
    if (taken.rows.length > 0)
      await recount(transaction, { visitors: sql`select ${struck.visitor_id}::uuid` }, async () => {})
  })
  return true
}

/** Counts what was set aside, as far as this version can: each visitor's in a transaction of its own. */
export async function retrySetAside(database: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ visitor_id: string }>`
    select distinct visitor_id from set_aside_events limit 1000`.execute(database)
  let failed = 0
  for (const { visitor_id } of rows)
    await database
      .transaction()
      .execute(async (transaction) => {
        await lockForRecounting(transaction)
        await recount(transaction, { visitors: sql`select ${visitor_id}::uuid` }, async () => {
          await sql`delete from set_aside_events where visitor_id = ${visitor_id}`.execute(transaction)
        })
      })
      .catch(() => {
        failed += 1
      })
  if (rows.length > 0)
    say(
      `Counting: ${rows.length - failed} of ${rows.length} visitors whose events were set aside are counted.`,
    )
}

// A database's message names the constraint or the limit; its details may hold what a visitor typed.
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : 'unknown'
