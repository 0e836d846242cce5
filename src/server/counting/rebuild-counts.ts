import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { activityAsEvents } from './counted-values.ts'
import { rollUpLeads } from './roll-up-leads.ts'
import { noteTitles, rebuildSearch } from './search-store.ts'
import { lockForRecounting } from './store.ts'
import { addToValues, gatherEvents } from './value-counts-store.ts'

/** Counts every rollup anew from the events that are not hidden; writers wait meanwhile. */
export async function rebuildCounts(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    await rebuildValues(transaction, () => {})
  })
}

/** Makes the counts by value, once, where an installation comes from a version that had none. */
export async function countOnce(database: Database, say: (line: string) => void): Promise<void> {
  const isCounted = async (transaction: Queryable) => {
    const { rows } = await sql<{ counted: boolean }>`
      select exists (select from counting_state where is_counted) as counted`.execute(transaction)
    return rows[0]?.counted ?? false
  }
  if (await isCounted(database)) return
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    if (await isCounted(transaction)) return
    await rebuildValues(transaction, say)
  })
}

const AT_ONCE = 1_000_000

async function rebuildValues(transaction: Queryable, say: (line: string) => void): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(transaction)
  await sql`truncate value_days, value_hours, visitor_values, counted_leads, step_captures, pending_leads,
    rollup_queue`.execute(transaction)
  await sql`update counted_timezones set visitors_through = null, leads_through = null, done = 0
    where counted_at is null`.execute(transaction)
  const { rows } = await sql<{ views: number }>`select count(*) as views from visitor_activity`.execute(
    transaction,
  )
  const views = rows[0]?.views ?? 0
  const parts = Math.max(1, Math.ceil(views / AT_ONCE))
  for (let part = 0; part < parts; part += 1) {
    // All views of a visitor are in one part: who comes again is told by the views before.
    const own = activityAsEvents(sql`(select * from visitor_activity where not hidden
      and mod(abs(hashtext(visitor_id::text)::bigint), ${parts}::bigint) = ${part}::bigint) view`)
    if ((await gatherEvents(transaction, own)) > 0) {
      await addToValues(transaction, { areAll: true })
      await noteTitles(transaction)
    }
    if (parts > 1) say(`Counting by page, source, campaign and ad: part ${part + 1} of ${parts} is done.`)
  }
  await sql`insert into pending_leads (lead_id) select id from leads`.execute(transaction)
  await rollUpLeads(transaction, AT_ONCE * 100)
  await rebuildSearch(transaction)
  await sql`update counting_state set is_counted = true`.execute(transaction)
}
