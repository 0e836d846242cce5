import { differenceInCalendarDays, parseISO } from 'date-fns'
import { sql } from 'kysely'
import type { Overview } from '#contract/page-analytics.ts'
import type { RangeQuery, Timezone } from '#contract/range.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct } from './count-distinct.ts'
import { countBefore, firstDayBefore } from './overview-before.ts'
import { countByDay, countByHour, countRecent } from './overview-series.ts'
import { type Range, resolveRange } from './resolve-range.ts'

/** The overview of a range (product.md §2 Overview). */
export async function readOverview(database: Database, query: RangeQuery, now: Date): Promise<Overview> {
  const range = resolveRange(query, now)
  const step =
    differenceInCalendarDays(parseISO(range.lastDay), parseISO(range.firstDay)) <= 1 ? 'hour' : 'day'
  const [previous, series, topPages, topSources, funnel, recent, isPreviousWhole] = await Promise.all([
    hasBefore(query) ? countBefore(database, range, now) : null,
    step === 'hour' ? countByHour(database, range, now) : countByDay(database, range, now),
    topFive(database, range, 'path'),
    topFive(database, range, 'source'),
    countFunnel(database, range),
    countRecent(database, now),
    hasBefore(query) && isRecorded(database, firstDayBefore(range)),
  ])
  return {
    previous,
    isPreviousWhole,
    step,
    series,
    topPages: topPages.map(({ name, views }) => ({ path: name, views })),
    topSources: topSources.map(({ name, views }) => ({ source: name || 'Direct', views })),
    funnel,
    recent,
  }
}

/** 'Maximum', and a range of one's own without a beginning, have nothing before them. */
const hasBefore = ({ range, from, to }: RangeQuery): boolean =>
  range !== 'all' && !(range === 'custom' && !from && to)

/** Whether anything was recorded on this day or before it. */
async function isRecorded(database: Database, day: { tz: Timezone; text: string }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from distinct_cells where tz = ${day.tz} and day <= ${day.text}::date) as found`.execute(
    database,
  )
  return rows[0]?.found ?? false
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
