import { sql } from 'kysely'
import { timezones } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { NEVER } from './counts.ts'
import { foldAll, foldPending } from './fold.ts'
import { type Check, valueChecks } from './verify-values.ts'

/** One number that is not what the raw events say. */
export type Difference = { what: string; where: string; stored: number; counted: number }

/**
 * Recounts every rollup from the raw events and the blocks, trusting none of the flags kept for speed, and
 * gives what differs. An empty list means that cards, lists and charts tell the truth.
 */
export async function verifyReports(database: Database): Promise<Difference[]> {
  await foldPending(database, { patiently: true })
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await foldAll(transaction)
      await sql`set local jit = off`.execute(transaction)
      const differences: Difference[] = []
      for (const [what, stored, counted] of [...checks, ...valueChecks]) {
        const { rows } = await sql<{ where: string; stored: number; counted: number }>`
          with active as (${activeDays}), stored as materialized (${stored}), counted as materialized (${counted})
          select place as "where", coalesce(stored.number, 0)::bigint as stored, coalesce(counted.number, 0)::bigint as counted
          from stored full join counted using (place)
          where coalesce(stored.number, 0) <> coalesce(counted.number, 0) order by place limit 50`.execute(
          transaction,
        )
        for (const row of rows) differences.push({ what, ...row })
      }
      return differences
    })
}

/** Page views and captures that count, decided from blocks, exclusions and quarantine themselves. */
const events = sql`
  select 'visitor' as kind, 'view' as event, view.visitor_id as id, view.at, view.path, view.source
  from page_views view join visitors visitor on visitor.id = view.visitor_id
  where visitor.excluded is null
    and coalesce(view.ip_address, '') <> all (array(select ip_address from blocked_ips where is_active))
    and view.path <> all (array(select page_path from blocked_pages where is_active))
  union all
  select 'lead', 'capture', lead_id, at, slug, source from lead_captures capture
  where lead_id is not null and (quarantine_reason is null or released_at is not null)
    and not exists (select from visitors where visitors.id = capture.visitor_id and marked_own_at is not null)
    and coalesce(ip_address, '') <> all (array(select ip_address from blocked_ips where is_active))
    and slug <> all (array(select page_path from blocked_pages where is_active))`

const activeDays = sql`
  select distinct kind, zone.tz, id, (at at time zone zone.tz)::date as day
  from (${events}) event cross join unnest(${[...timezones]}::text[]) as zone (tz)`

const checks: Check[] = [
  [
    'events by hour',
    sql`select concat_ws(' ', hour at time zone 'UTC', kind) as place, count as number from hourly_totals`,
    sql`select concat_ws(' ', date_trunc('hour', at at time zone 'UTC'), event) as place, count(*) as number
      from (${events}) event group by 1`,
  ],
  [
    'events by hour, page and source',
    sql`select concat_ws(' ', hour at time zone 'UTC', kind, path, source) as place, count as number from hourly_counts`,
    sql`select concat_ws(' ', date_trunc('hour', at at time zone 'UTC'), event, path, source) as place, count(*) as number
      from (${events}) event group by 1`,
  ],
  [
    'active days by day and day before',
    sql`select concat_ws(' ', kind, tz, day, previous_day) as place, count as number from distinct_cells`,
    sql`select concat_ws(' ', kind, tz, day, previous_day) as place, count(*) as number from (
      select kind, tz, day, coalesce(lag(day) over (partition by kind, tz, id order by day), ${NEVER}::date) as previous_day
      from active) one group by 1`,
  ],
  [
    'page views of a visitor',
    sql`select id::text as place, page_view_count as number from visitors`,
    sql`select id::text as place, count(*) as number from (${events}) event where kind = 'visitor' group by 1`,
  ],
  [
    'visits of a visitor',
    sql`select id::text as place, visit_count as number from visitors`,
    sql`select id::text as place, count(*) filter (where is_first) as number from (
      select id, lag(at) over (partition by id order by at) is null
        or at - lag(at) over (partition by id order by at) > interval '30 minutes' as is_first
      from (${events}) event where kind = 'visitor') one group by 1`,
  ],
  [
    'last counted view of a visitor',
    sql`select id::text as place, extract(epoch from last_view_at)::bigint as number from visitors`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (${events}) event
      where kind = 'visitor' group by 1`,
  ],
  [
    'last counted capture of a lead',
    sql`select id::text as place, extract(epoch from last_counted_at)::bigint as number from leads`,
    sql`select id::text as place, extract(epoch from max(at))::bigint as number from (${events}) event
      where kind = 'lead' group by 1`,
  ],
]
