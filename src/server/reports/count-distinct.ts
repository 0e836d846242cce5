import { sql } from 'kysely'
import { isValue, zoneId } from '#server/counting/counted-values.ts'
import { peopleFrom } from '#server/counting/read-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Queryable } from '#server/platform/database.ts'

/** The numbers of everybody in a range: page views, and different visitors, visitors that were captured, and leads. */
export type Everybody = { pageViews: number; visitors: number; converted: number; leads: number }

/**
 * Counts everybody in a range. What waits to be counted is told from itself: these numbers are exact at any time, and
 * what is asked never waits.
 */
export async function countEverybody(database: Queryable, range: Range): Promise<Everybody> {
  const { firstDay, lastDay, start, end } = range
  const { rows } = await sql<Everybody>`
    with counted as (
      select kind, sum(events)::bigint as events, sum(${peopleFrom(firstDay)})::bigint as people
      from counted_values value join value_days on value_id = value.id
      where (${isValue('visitor', 'all', '')} or ${isValue('converted', 'all', '')} or ${isValue('lead', 'all', '')})
        and tz = ${zoneId(range.tz)} and day between ${firstDay}::date and ${lastDay}::date
      group by kind
    ), waiting as (
      select count(*) filter (where capture_id is null) as views,
        count(*) filter (where previous is null or previous < ${start}) as visitors,
        count(*) filter (where capture_id is not null and (previous_capture is null or previous_capture < ${start})) as converted
      from rollup_queue where at >= ${start} and at < ${end}
    ), changed as (
      select count(*) filter (where now_in) - count(*) filter (where counted_in) as leads
      from (select distinct lead_id from pending_leads) pending
      cross join lateral (select
        exists (select from lead_captures capture where capture.lead_id = pending.lead_id and not hidden
          and at >= ${start} and at < ${end}) as now_in,
        exists (select from counted_leads state cross join lateral jsonb_to_recordset(state.captures) as capture (at timestamptz)
          where state.lead_id = pending.lead_id and capture.at >= ${start} and capture.at < ${end}) as counted_in) one
    )
    select (select coalesce(sum(events), 0) from counted where kind = 'visitor')::bigint + waiting.views as "pageViews",
      (select coalesce(sum(people), 0) from counted where kind = 'visitor')::bigint + waiting.visitors as visitors,
      (select coalesce(sum(people), 0) from counted where kind = 'converted')::bigint + waiting.converted as converted,
      (select coalesce(sum(people), 0) from counted where kind = 'lead')::bigint + changed.leads as leads
    from waiting cross join changed`.execute(database)
  return rows[0] ?? { pageViews: 0, visitors: 0, converted: 0, leads: 0 }
}

/** How many page views there were between two instants that are whole hours. */
export async function countViews(database: Queryable, start: Date, end: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select coalesce(sum(events), 0) from counted_values value join value_hours on value_id = value.id
        where ${isValue('visitor', 'all', '')} and hour >= ${start} and hour < ${end})::bigint
      + (select count(*) from rollup_queue where capture_id is null and at >= ${start} and at < ${end}) as count`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** How many counted visitors were seen in the last 30 minutes. */
export async function countActive(database: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visitors where last_counted_at >= ${new Date(now.getTime() - 30 * 60_000)}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}
