import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import type { Database } from '#server/platform/database.ts'
import { dayIn } from './local-days.ts'
import type { Range } from './resolve-range.ts'

type Series = Overview['series']

/** One point per local day of the range without gaps, from its first day with events on where it has no beginning. */
export async function countByDay(database: Database, range: Range, now: Date): Promise<Series> {
  const today = dayIn(range.tz, now)
  const { rows } = await sql<Series[number]>`
    with counted as (
      select day, sum(views)::bigint as views, sum(visitors)::bigint as visitors, sum(leads)::bigint as leads
      from (
        select (hour at time zone ${range.tz})::date as day, count as views, 0 as visitors, 0 as leads
        from hourly_totals where kind = 'view' and hour >= ${range.start} and hour < ${range.end}
        union all
        select day, 0, case when kind = 'visitor' then count else 0 end, case when kind = 'lead' then count else 0 end
        from distinct_cells where tz = ${range.tz} and day between ${range.firstDay}::date and ${range.lastDay}::date
      ) one group by 1
    ), bounds as (
      select case when ${range.firstDay}::date < ${BEFORE_ALL}::date then (select min(day) from counted)
        else ${range.firstDay}::date end as first_day
    )
    select each.day::date::text as at, coalesce(views, 0)::bigint as views,
      coalesce(visitors, 0)::bigint as visitors, coalesce(leads, 0)::bigint as leads
    from bounds cross join generate_series(first_day::timestamp, least(${range.lastDay}, ${today})::timestamp, interval '1 day') each (day)
    left join counted on counted.day = each.day::date
    order by each.day`.execute(database)
  return rows
}

/** One point per hour of the range without gaps, up to the hour that has begun. */
export async function countByHour(database: Database, range: Range, now: Date): Promise<Series> {
  const end = range.end < now ? range.end : now
  const { rows } = await sql<Omit<Series[number], 'at'> & { at: Date }>`
    select hour.at, coalesce(views.count, 0)::bigint as views,
      (select count(distinct visitor_id) from page_views where not hidden and page_views.at >= hour.at
        and page_views.at < hour.at + interval '1 hour') as visitors,
      (select count(distinct lead_id) from lead_captures where not hidden and lead_captures.at >= hour.at
        and lead_captures.at < hour.at + interval '1 hour') as leads
    from generate_series(${range.start}::timestamptz, ${end}::timestamptz - interval '1 microsecond', interval '1 hour') hour (at)
    left join hourly_totals views on views.hour = hour.at and views.kind = 'view'
    order by 1`.execute(database)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

// 'Maximum' reaches back to before the product existed; its empty years are no part of the picture.
const BEFORE_ALL = '2010-01-01'

const SPANS = 15
const SPAN_MS = 120_000

/** Page views in each two minutes of the last half hour, oldest first. */
export async function countRecent(database: Database, now: Date): Promise<number[]> {
  const start = new Date(now.getTime() - SPANS * SPAN_MS)
  const { rows } = await sql<{ span: number; views: number }>`
    select floor(extract(epoch from at - ${start}::timestamptz) * 1000 / ${SPAN_MS})::integer as span, count(*) as views
    from page_views where not hidden and at >= ${start} and at < ${now} group by 1`.execute(database)
  const bySpan = new Map(rows.map(({ span, views }) => [span, views]))
  return Array.from({ length: SPANS }, (_, span) => bySpan.get(span) ?? 0)
}
