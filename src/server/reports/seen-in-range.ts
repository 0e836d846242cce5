import { sql } from 'kysely'
import type { ListedVisitor } from '#contract/visitor.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import { readSealedBefore } from '#server/counting/sealed.ts'
import { isHiddenByBlock } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'
import { withAllTimeTotals } from './uncounted-totals.ts'
import { asVisitor, type VisitorRow } from './visitor-row.ts'

/**
 * Visitors of a list with what they did in its range: counted views, or of a list of hidden ones all of
 * them. A lead form that was sent counts as being seen, too.
 */
export async function withinRange(
  database: Queryable,
  visitors: VisitorRow[],
  range: Range,
  { areHidden = false } = {},
): Promise<ListedVisitor[]> {
  const { rows } = await sql<{ visitor_id: string; views: number; visits: number; last_at: Date }>`
    select visitor_id, count(*) filter (where is_view) as views, max(at) as last_at,
      count(*) filter (where is_view and (previous is null or at - previous > interval '30 minutes')) as visits
    from (
      select visitor_id, at, is_view, lag(at) over (partition by visitor_id, is_view order by at) as previous
      from visitor_activity
      where visitor_id = any(${visitors.map(({ id }) => id)}::uuid[]) and at >= ${range.start} and at < ${range.end}
        ${areHidden ? sql`` : sql`and not hidden`}
    ) one group by visitor_id`.execute(database)
  const seen = new Map(rows.map((row) => [row.visitor_id, row]))
  const sealed = await readSealedBefore(database)
  const isSealed = ({ last_counted_at: at }: VisitorRow) => sealed !== null && at !== null && at < sealed
  const blocked = areHidden ? await readBlocked(database, visitors) : new Set<string>()
  return (await withAllTimeTotals(database, visitors)).map((visitor) => {
    const own = seen.get(visitor.id)
    const isSeenIn = visitor.last_seen_at >= range.start && visitor.last_seen_at < range.end
    const lastAt = own?.last_at ?? (isSeenIn ? visitor.last_seen_at : null)
    return {
      ...asVisitor(visitor),
      viewsInRange: own?.views ?? 0,
      visitsInRange: own?.visits ?? 0,
      lastSeenInRange: lastAt?.toISOString() ?? null,
      // Of whom nothing is kept, what is counted for good tells.
      isCounted: !areHidden && (own !== undefined || isSealed(visitor)),
      hiddenBy: !areHidden || visitor.excluded !== null ? null : blocked.has(visitor.id) ? 'block' : 'spam',
    }
  })
}

async function readBlocked(database: Queryable, visitors: VisitorRow[]): Promise<Set<string>> {
  const ids = visitors.filter(({ excluded }) => excluded === null).map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select visitor.id from visitors visitor
    where visitor.id = any(${ids}::uuid[]) and ${isHiddenByBlock}`.execute(database)
  return new Set(rows.map(({ id }) => id))
}
