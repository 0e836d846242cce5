import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import { isValue, zoneId } from '#server/counting/counted-values.ts'
import { dayIn } from '#server/counting/local-days.ts'
import type { Narrowing } from '#server/counting/read-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import type { Database } from '#server/platform/database.ts'

type Series = Overview['series']

/** One point per local day of the range without gaps, from its first day with events on where it has no beginning. */
export async function countByDay(
  database: Database,
  narrowing: Narrowing,
  range: Range,
  now: Date,
): Promise<Series> {
  const today = dayIn(range.tz, now)
  const { rows } = await sql<Series[number]>`
    with counted as materialized (
      select day, sum(case when kind = 'visitor' then events end) as views,
        sum(case when kind = 'visitor' then fresh + coalesce(again[1], 0) end) as visitors,
        sum(case when kind = 'lead' then fresh + coalesce(again[1], 0) end) as leads
      from counted_values value join value_days on value_id = value.id
      where (${ofBoth(narrowing)}) and (events > 0 or fresh > 0 or again <> '{}')
        and tz = ${zoneId(range.tz)} and day between ${range.firstDay}::date and ${range.lastDay}::date
      group by 1
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
export async function countByHour(
  database: Database,
  narrowing: Narrowing,
  range: Range,
  now: Date,
): Promise<Series> {
  const end = range.end < now ? range.end : now
  const { rows } = await sql<Omit<Series[number], 'at'> & { at: Date }>`
    with counted as materialized (
      select hour, sum(case when kind = 'visitor' then events end) as views,
        sum(case when kind = 'visitor' then subjects end) as visitors,
        sum(case when kind = 'lead' then subjects end) as leads
      from counted_values value join value_hours on value_id = value.id
      where (${ofBoth(narrowing)}) and hour >= ${range.start} and hour < ${range.end} group by 1
    )
    select hour.at, coalesce(views, 0)::bigint as views, coalesce(visitors, 0)::bigint as visitors,
      coalesce(leads, 0)::bigint as leads
    from generate_series(${range.start}::timestamptz, ${end}::timestamptz - interval '1 microsecond', interval '1 hour') hour (at)
    left join counted on counted.hour = hour.at
    order by 1`.execute(database)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const ofBoth = ({ dimension, value }: Narrowing) =>
  sql`${isValue('visitor', dimension, value)} or ${isValue('lead', dimension, value)}`

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
