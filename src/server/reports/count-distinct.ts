import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { DistinctKind, EventKind } from './counts.ts'
import type { Range } from './resolve-range.ts'

/** How many different visitors or leads were active in a range: those whose active day before lies before it (design §5). */
export async function countDistinct(database: Queryable, kind: DistinctKind, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::bigint as count from distinct_cells
    where kind = ${kind} and tz = ${range.tz} and day between ${range.firstDay}::date and ${range.lastDay}::date
      and previous_day < ${range.firstDay}::date`.execute(database)
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
    select coalesce(sum(count), 0)::bigint as count from hourly_totals
    where kind = ${kind} and hour >= ${start} and hour < ${end}`.execute(database)
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
