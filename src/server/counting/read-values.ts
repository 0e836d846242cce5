import { sql } from 'kysely'
import type { Overview, OverviewQuery } from '#contract/page-analytics.ts'
import type { Queryable } from '#server/platform/database.ts'
import { type Counted, countUnnamed, mayBeUnnamed } from './count-unnamed.ts'
import { type CountedKind, type Dimension, isValue, zoneId } from './counted-values.ts'
import type { Range } from './resolve-range.ts'
import { sourceKeyOf } from './source-spellings.ts'

/** What an overview is narrowed to; 'all' for everything. */
export type Narrowing = { dimension: Dimension; value: string }

/** The narrowing that a query asks for. */
export function narrowingOf({ campaign, ad, page }: Partial<OverviewQuery>): Narrowing {
  if (campaign !== undefined) return { dimension: 'campaign', value: campaign }
  if (ad !== undefined) return { dimension: 'ad', value: ad }
  if (page !== undefined) return { dimension: 'page', value: page }
  return { dimension: 'all', value: '' }
}

// Those whose active day before lies before the range's first day, or who were never there before.
export const peopleFrom = (firstDay: string) => sql`fresh + coalesce(again[day - ${firstDay}::date + 1], 0)`

/** Events and different people of a value in a range, of each kind that is asked for. */
export async function countValue<Kind extends CountedKind>(
  database: Queryable,
  kinds: readonly Kind[],
  { dimension, value }: Narrowing,
  range: Range,
): Promise<Record<Kind, { events: number; people: number }>> {
  const { rows } = await sql<{ kind: Kind; events: number; people: number }>`
    select kind, sum(events)::bigint as events, sum(${peopleFrom(range.firstDay)})::bigint as people
    from counted_values value join value_days on value_id = value.id
    where (${sql.join(
      kinds.map((kind) => isValue(kind, dimension, value)),
      sql` or `,
    )}) and tz = ${zoneId(range.tz)} and day between ${range.firstDay}::date and ${range.lastDay}::date
    group by kind`.execute(database)
  const isUncertain = dimension !== 'all' && (await mayBeUnnamed(database, dimension, value, range))
  const found: Map<CountedKind, Counted> = isUncertain
    ? await countUnnamed(database, dimension, value, range)
    : new Map(rows.map((row) => [row.kind, row]))
  // Every kind asked for gets its entry.
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      { events: found.get(kind)?.events ?? 0, people: found.get(kind)?.people ?? 0 },
    ]),
  ) as Record<Kind, { events: number; people: number }>
}

/**
 * The values of a dimension with the most views in a range, `within` a value or (empty) in all traffic. No source or
 * referrer at all is called 'Direct', together with what calls itself so: lists cannot tell the two apart. All spellings of
 * a source are one, by the one with the most views.
 */
export async function topValues(
  database: Queryable,
  {
    dimension,
    within,
    range,
    limit,
    q = '',
  }: { dimension: string; within: string; range: Range; limit: number; q?: string },
): Promise<{ value: string; views: number }[]> {
  const isNamed = !/^(source|referrer)/.test(dimension)
  const counted = sql`
    select ${isNamed ? sql`value.value` : sql`coalesce(nullif(value.value, ''), 'Direct') as value`}, sum(events)::bigint as views
    from counted_values value join value_days on value_id = value.id
    where value.kind = 'visitor' and value.dimension = ${dimension} and value.within = ${within}
      and strpos(lower(value.value), lower(${q})) > 0
      and tz = ${zoneId(range.tz)} and day between ${range.firstDay}::date and ${range.lastDay}::date
    group by ${isNamed ? sql`value.id` : sql`1`} having sum(events) > 0`
  const asListed = dimension.startsWith('source')
    ? sql`select (array_agg(value order by views desc, value))[1] as value, sum(views)::bigint as views
        from (${counted}) spelled group by ${sourceKeyOf(sql.ref('value'))}`
    : counted
  const { rows } = await sql<{ value: string; views: number }>`
    ${asListed} order by 2 desc, 1 limit ${limit}`.execute(database)
  return rows
}

/** How far the people of a range got: visitors and leads of the value, and those leads that reached each step. */
export async function countFunnel(
  database: Queryable,
  narrowing: Narrowing,
  range: Range,
): Promise<Overview['funnel']> {
  const kinds = ['visitor', 'lead', 'saw-pitch', 'applied', 'booked'] as const
  const counts = await countValue(database, kinds, narrowing, range)
  return kinds.map((kind) => ({
    step: (
      {
        visitor: 'visit',
        lead: 'lead',
        'saw-pitch': 'saw-pitch',
        applied: 'applied',
        booked: 'booked',
      } as const
    )[kind],
    people: counts[kind].people,
  }))
}
