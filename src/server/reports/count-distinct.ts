import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { DistinctKind, EventKind } from './counts.ts'
import type { Range } from './resolve-range.ts'

/**
 * How many different visitors or leads were active in a range: those whose active day before lies before it (design
 * §5). Page views that the fold has not yet counted are told from themselves: what is asked never waits for it.
 */
export async function countDistinct(database: Queryable, kind: DistinctKind, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select coalesce(sum(count), 0) from distinct_cells
      where kind = ${kind} and tz = ${range.tz} and day between ${range.firstDay}::date and ${range.lastDay}::date
        and previous_day < ${range.firstDay}::date)::bigint
      + (${kind === 'visitor' ? uncounted(range.start, range.end, sql`and (previous is null or previous < ${range.start})`) : sql`0`}) as count`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** How many events of a kind there were between two instants that are whole hours. */
export async function countEvents(
  database: Queryable,
  kind: EventKind,
  start: Date,
  end: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select coalesce(sum(count), 0) from hourly_totals
      where kind = ${kind} and hour >= ${start} and hour < ${end})::bigint
      + (${kind === 'view' ? uncounted(start, end) : sql`0`}) as count`.execute(database)
  return rows[0]?.count ?? 0
}

/** How many visitors were seen in the last 30 minutes (product.md §9). */
export async function countActive(database: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visitors where last_view_at >= ${new Date(now.getTime() - 30 * 60_000)}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** Counts the page views that wait for the fold, between two instants. */
const uncounted = (start: Date, end: Date, and: RawBuilder<unknown> = sql``) => sql`
  select count(*) from uncounted_views where source is not null and at >= ${start} and at < ${end} ${and}`
