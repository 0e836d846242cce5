import { addDays, differenceInCalendarDays, format, parseISO } from 'date-fns'
import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import type { RangeQuery } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct, countEvents } from './count-distinct.ts'
import { type Range, resolveRange, startOfLocalDay } from './resolve-range.ts'

/** The overview of a range (product.md §2 Overview). */
export async function readOverview(database: Database, query: RangeQuery, now: Date): Promise<Overview> {
  const range = resolveRange(query, now)
  const step =
    differenceInCalendarDays(parseISO(range.lastDay), parseISO(range.firstDay)) <= 1 ? 'hour' : 'day'
  const [previous, series, topPages, topSources, funnel] = await Promise.all([
    query.range === 'all' ? null : countPrevious(database, range),
    step === 'hour' ? byHour(database, range) : byDay(database, range),
    topFive(database, range, 'path'),
    topFive(database, range, 'source'),
    countFunnel(database, range),
  ])
  return {
    previous,
    step,
    series,
    topPages: topPages.map(({ name, views }) => ({ path: name, views })),
    topSources: topSources.map(({ name, views }) => ({ source: name || 'Direct', views })),
    funnel,
  }
}

/** The period before: as many days, ending the day before the range begins. */
async function countPrevious(database: Database, range: Range): Promise<NonNullable<Overview['previous']>> {
  const first = parseISO(range.firstDay)
  const days = differenceInCalendarDays(parseISO(range.lastDay), first) + 1
  const firstDay = format(addDays(first, -days), 'yyyy-MM-dd')
  const lastDay = format(addDays(first, -1), 'yyyy-MM-dd')
  const before: Range = {
    tz: range.tz,
    firstDay,
    lastDay,
    start: startOfLocalDay(range.tz, firstDay),
    end: range.start,
  }
  const [visitors, pageViews, leads] = await Promise.all([
    countDistinct(database, 'visitor', before),
    countEvents(database, 'view', before.start, before.end),
    countDistinct(database, 'lead', before),
  ])
  return { visitors, pageViews, leads }
}

async function byDay(database: Database, range: Range): Promise<Overview['series']> {
  const { rows } = await sql<{ at: string; views: number; visitors: number; leads: number }>`
    select day::text as at, sum(views)::bigint as views, sum(visitors)::bigint as visitors, sum(leads)::bigint as leads
    from (
      select (hour at time zone ${range.tz})::date as day, count as views, 0 as visitors, 0 as leads
      from hourly_totals where kind = 'view' and hour >= ${range.start} and hour < ${range.end}
      union all
      select day, 0, case when kind = 'visitor' then count else 0 end, case when kind = 'lead' then count else 0 end
      from distinct_cells where tz = ${range.tz} and day between ${range.firstDay}::date and ${range.lastDay}::date
    ) one group by 1 order by 1`.execute(database)
  return rows
}

async function byHour(database: Database, range: Range): Promise<Overview['series']> {
  const { rows } = await sql<{ at: Date; views: number; visitors: number; leads: number }>`
    select hour.at, coalesce(views.count, 0)::bigint as views,
      (select count(distinct visitor_id) from page_views where not hidden and page_views.at >= hour.at
        and page_views.at < hour.at + interval '1 hour') as visitors,
      (select count(distinct lead_id) from lead_captures where not hidden and lead_captures.at >= hour.at
        and lead_captures.at < hour.at + interval '1 hour') as leads
    from generate_series(${range.start}::timestamptz, ${range.end}::timestamptz - interval '1 hour', interval '1 hour') hour (at)
    left join hourly_totals views on views.hour = hour.at and views.kind = 'view'
    order by 1`.execute(database)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

async function topFive(
  database: Database,
  range: Range,
  column: 'path' | 'source',
): Promise<{ name: string; views: number }[]> {
  const { rows } = await sql<{ name: string; views: number }>`
    select ${sql.ref(column)} as name, sum(count)::bigint as views from hourly_counts
    where kind = 'view' and hour >= ${range.start} and hour < ${range.end}
    group by 1 order by 2 desc, 1 limit 5`.execute(database)
  return rows
}

/** Distinct people at each step: visitors and leads of the range, and those leads that carry each step's tag. */
async function countFunnel(database: Database, range: Range): Promise<Overview['funnel']> {
  const { rows } = await sql<{ pitch: number; applied: number; booked: number }>`
    select count(distinct lead_id) filter (where tag_name = 'VH02 - Saw Pitch') as pitch,
      count(distinct lead_id) filter (where tag_name = 'VH03 - Filled Application') as applied,
      count(distinct lead_id) filter (where tag_name = 'VH04 - Booked Call') as booked
    from lead_tags where lead_id in (select lead_id from lead_captures where not hidden and lead_id is not null
      and at >= ${range.start} and at < ${range.end})`.execute(database)
  const tags = rows[0] ?? { pitch: 0, applied: 0, booked: 0 }
  return [
    { step: 'visit', people: await countDistinct(database, 'visitor', range) },
    { step: 'lead', people: await countDistinct(database, 'lead', range) },
    { step: 'saw-pitch', people: tags.pitch },
    { step: 'applied', people: tags.applied },
    { step: 'booked', people: tags.booked },
  ]
}
