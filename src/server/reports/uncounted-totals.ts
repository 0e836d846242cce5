import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { VisitorRow } from './visitor-row.ts'

/**
 * Visitors with their visits and page views of all time. Of one that is counted nowhere these are all that it did: its
 * kept numbers hold only what counts, and its history shows the rest.
 */
export async function withAllTimeTotals<Row extends VisitorRow>(
  database: Queryable,
  visitors: Row[],
): Promise<Row[]> {
  const ids = visitors.filter((visitor) => visitor.last_counted_at === null).map(({ id }) => id)
  if (ids.length === 0) return visitors
  const { rows } = await sql<Pick<VisitorRow, 'id' | 'visit_count' | 'page_view_count'>>`
    select visitor_id as id, count(*) as page_view_count,
      count(*) filter (where previous is null or at - previous > interval '30 minutes') as visit_count
    from (
      select visitor_id, at, lag(at) over (partition by visitor_id order by at) as previous
      from page_views where visitor_id = any(${ids}::uuid[])
    ) one group by visitor_id`.execute(database)
  const all = new Map(rows.map((row) => [row.id, row]))
  return visitors.map((visitor) => ({ ...visitor, ...all.get(visitor.id) }))
}
