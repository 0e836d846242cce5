import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { NEVER } from './counts.ts'
import { lockForRecounting } from './store.ts'

/** Counts every rollup anew from the events that are not hidden; writers wait meanwhile. */
export async function rebuildCounts(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    await sql`set local work_mem = '256MB'`.execute(transaction)
    await sql`truncate hourly_totals, hourly_counts, distinct_cells`.execute(transaction)
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
  })
}

const events = sql`
  select 'visitor' as kind, 'view' as event, visitor_id as id, at, path, source from page_views where not hidden
  union all
  select 'lead', 'capture', lead_id, at, slug, source from lead_captures where not hidden and lead_id is not null`
