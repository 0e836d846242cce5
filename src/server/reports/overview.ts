import { sql } from 'kysely'
import { MOST_FILTER_VALUES } from '#contract/list-limits.ts'
import type { FilterValuesQuery, Overview, OverviewQuery } from '#contract/page-analytics.ts'
import type { Timezone } from '#contract/range.ts'
import { isValue, zoneId } from '#server/counting/counted-values.ts'
import {
  countFunnel,
  countValue,
  type Narrowing,
  narrowingOf,
  topValues,
} from '#server/counting/read-values.ts'
import { daysBetween, type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { countBefore, firstDayBefore } from './overview-before.ts'
import { countByDay, countByHour, countRecent } from './overview-series.ts'

/** The overview of a range (docs/spec.md, 'The dashboard'). */
export async function readOverview(database: Database, query: OverviewQuery, now: Date): Promise<Overview> {
  await rollUpForReader(database)
  const narrowing = narrowingOf(query)
  const range = resolveRange(query, now)
  const step = daysBetween(range.firstDay, range.lastDay) <= 1 ? 'hour' : 'day'
  // One half after the other: all at once would take more connections than a busy server opens in time.
  const [series, topPages, topSources, funnel] = await Promise.all([
    step === 'hour'
      ? countByHour(database, narrowing, range, now)
      : countByDay(database, narrowing, range, now),
    topPagesOf(database, narrowing, range),
    topValues(database, { ...placeOf('source', narrowing), range, limit: 5 }),
    countFunnel(database, narrowing, range),
  ])
  const [previous, recent, isPreviousWhole] = await Promise.all([
    hasBefore(query) ? countBefore(database, range, now) : null,
    countRecent(database, now),
    hasBefore(query) && isRecorded(database, firstDayBefore(range)),
  ])
  return {
    previous,
    isPreviousWhole,
    step,
    series,
    topPages: topPages.map(({ value, views }) => ({ path: value, views })),
    topSources: topSources.map(({ value, views }) => ({ source: value, views })),
    funnel,
    recent,
  }
}

/** The campaigns, ads or pages of a range to which an overview can be narrowed, most viewed first. */
export async function listFilterValues(
  database: Database,
  query: FilterValuesQuery,
  now: Date,
): Promise<{ value: string; views: number }[]> {
  await rollUpForReader(database)
  const { dimension, q } = query
  return topValues(database, {
    dimension,
    within: '',
    range: resolveRange(query, now),
    limit: MOST_FILTER_VALUES,
    q,
  })
}

/** 'Maximum', and a range of one's own without a beginning, have nothing before them. */
const hasBefore = ({ range, from, to }: OverviewQuery): boolean =>
  range !== 'all' && !(range === 'custom' && !from && to)

/** Whether anything was recorded on this day or before it. */
async function isRecorded(database: Database, day: { tz: Timezone; text: string }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from counted_values value join value_days on value_id = value.id
      where (${isValue('visitor', 'all', '')} or ${isValue('lead', 'all', '')}) and (events > 0 or fresh > 0)
        and tz = ${zoneId(day.tz)} and day <= ${day.text}::date) as found`.execute(database)
  return rows[0]?.found ?? false
}

/** Where the values of a dimension are counted within what the overview is narrowed to. */
const placeOf = (dimension: 'page' | 'source', { dimension: by, value }: Narrowing) =>
  by === 'all' ? { dimension, within: '' } : { dimension: `${dimension} of ${by}`, within: value }

async function topPagesOf(database: Database, narrowing: Narrowing, range: Range) {
  if (narrowing.dimension !== 'page')
    return topValues(database, { ...placeOf('page', narrowing), range, limit: 5 })
  const { visitor } = await countValue(database, ['visitor'], narrowing, range)
  return visitor.events === 0 ? [] : [{ value: narrowing.value, views: visitor.events }]
}
