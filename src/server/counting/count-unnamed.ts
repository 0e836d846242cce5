import { sql } from 'kysely'
import { sitePaths } from '#contract/site-paths.ts'
import type { Queryable } from '#server/platform/database.ts'
import { type CountedKind, type Dimension, isValue } from './counted-values.ts'
import { OTHER } from './named-values.ts'
import { isOf } from './narrowed-events.ts'
import type { Range } from './resolve-range.ts'
import { isKept } from './sealed.ts'

/** Events and different people of one kind. */
export type Counted = { events: number; people: number }

/**
 * Whether a value may have been without a name of its own on some day of a range, because the day's names were given
 * away: then its numbers stand in its events alone.
 */
export async function mayBeUnnamed(
  database: Queryable,
  dimension: Dimension,
  value: string,
  range: Range,
): Promise<boolean> {
  if (dimension === 'all' || (dimension === 'page' && sitePaths.includes(value))) return false
  const { rows } = await sql`
    select 1 from counted_values value join value_days on value_id = value.id
    where ${isKept(sql`${range.start}::timestamptz`)} and ${isValue('visitor', dimension, OTHER)} and (events > 0 or fresh > 0)
      and day between ${range.firstDay}::date - 1 and ${range.lastDay}::date + 1 limit 1`.execute(database)
  return rows.length > 0
}

/** Counts a value in a range from its events, found by the visitors who were last seen on it or on the others. */
export async function countUnnamed(
  database: Queryable,
  dimension: Exclude<Dimension, 'all'>,
  value: string,
  range: Range,
): Promise<Map<CountedKind, Counted>> {
  const filter = { [dimension]: dimension === 'source' ? [value] : value }
  const { rows } = await sql<Counted & { kind: CountedKind }>`
    with candidate as materialized (
      select distinct visitor_id from visitor_values where last_at >= ${range.start} and value_id in (
        select id from counted_values value
        where ${isValue('visitor', dimension, value)} or ${isValue('visitor', dimension, OTHER)})
    ), capture as materialized (
      select visitor_id, lead_id from lead_captures capture
      where not hidden and lead_id is not null and at >= ${range.start} and at < ${range.end} and ${isOf(filter, 'capture', 'slug')}
    )
    select 'visitor' as kind, count(*) filter (where is_view) as events, count(distinct view.visitor_id) as people
    from candidate join visitor_activity view on view.visitor_id = candidate.visitor_id
    where not view.hidden and view.at >= ${range.start} and view.at < ${range.end} and ${isOf(filter, 'view', 'path')}
    union all select 'converted', count(*), count(distinct visitor_id) from capture
    union all select 'lead', count(*), count(distinct lead_id) from capture
    union all select step, count(*), count(distinct lead_id) from capture join lead_steps using (lead_id) group by step`.execute(
    database,
  )
  return new Map(rows.map(({ kind, events, people }) => [kind, { events, people }]))
}
