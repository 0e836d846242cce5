import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { countingTaken } from './count-taken-views.ts'
import { viewAsEvent } from './counted-values.ts'
import { NEVER } from './counts.ts'
import { foldLeads } from './fold-leads.ts'
import { noteTitles, rebuildSearch } from './search-store.ts'
import { lockForRecounting } from './store.ts'
import { addToValues, gatherEvents } from './value-counts-store.ts'

/** Counts every rollup anew from the events that are not hidden; writers wait meanwhile. */
export async function rebuildCounts(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    await sql`set local work_mem = '256MB'`.execute(transaction)
    await sql`truncate hourly_totals, hourly_counts, distinct_cells, uncounted_views`.execute(transaction)
    await sql`insert into hourly_counts (hour, path, source, kind, count)
      select date_trunc('hour', at, 'UTC'), path, source, event, count(*) from (${events}) one
      group by 1, 2, 3, 4`.execute(transaction)
    await sql`insert into hourly_totals (hour, kind, count)
      select hour, kind, sum(count) from hourly_counts group by 1, 2`.execute(transaction)
    await sql`create temporary table active_hours on commit drop as
      select distinct kind, id, date_trunc('hour', at, 'UTC') as hour from (${events}) one`.execute(
      transaction,
    )
    for (const tz of timezones)
      await sql`insert into distinct_cells (kind, tz, day, previous_day, count)
        select kind, ${tz}, day, previous_day, count(*) from (
          select kind, day, coalesce(lag(day) over (partition by kind, id order by day), ${NEVER}::date) as previous_day
          from (select distinct kind, id, (hour at time zone ${tz})::date as day from active_hours) active
        ) cell group by 1, 2, 3, 4`.execute(transaction)
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
    await sql`with taken as (delete from uncounted_views returning at, path, source, previous), ${countingTaken}
      select`.execute(transaction)
    await rebuildValues(transaction, say)
  })
}

const AT_ONCE = 1_000_000

async function rebuildValues(transaction: Queryable, say: (line: string) => void): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(transaction)
  await sql`truncate value_days, value_hours, visitor_values, counted_leads, step_captures, pending_leads`.execute(
    transaction,
  )
  const { rows } = await sql<{ views: number }>`select count(*) as views from page_views`.execute(transaction)
  const views = rows[0]?.views ?? 0
  const parts = Math.max(1, Math.ceil(views / AT_ONCE))
  for (let part = 0; part < parts; part += 1) {
    // All views of a visitor are in one part: who comes again is told by the views before.
    const own = sql`
      select ${viewAsEvent}
      from page_views view where not hidden and mod(abs(hashtext(visitor_id::text)::bigint), ${parts}::bigint) = ${part}::bigint`
    if ((await gatherEvents(transaction, own)) > 0) {
      await addToValues(transaction, { sign: 1, areAll: true })
      await noteTitles(transaction)
    }
    if (parts > 1) say(`Counting by page, source, campaign and ad: part ${part + 1} of ${parts} is done.`)
  }
  await sql`insert into pending_leads (lead_id) select id from leads`.execute(transaction)
  await foldLeads(transaction, AT_ONCE * 100)
  await rebuildSearch(transaction)
  await sql`update counting_state set is_counted = true`.execute(transaction)
}

const events = sql`
  select 'visitor' as kind, 'view' as event, visitor_id as id, at, path, source from page_views where not hidden
  union all
  select 'lead', 'capture', lead_id, at, slug, source from lead_captures where not hidden and lead_id is not null`
