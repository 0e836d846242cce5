import { sql } from 'kysely'
import type { AdVisitor, AdVisitorsQuery } from '#contract/ad-results.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { countAdVisitors } from './ad-counts.ts'
import type { Identity } from './ad-identity.ts'
import { creditOf, reasonOf, touchesOf } from './credited-ad.ts'
import { identifyAll } from './identity-in-memory.ts'
import { type Page, readCursor } from './list-page.ts'
import { activityIn, isLastIn } from './newest-activity.ts'
import { type NarrowedList, readNarrowedPage } from './search-page.ts'
import { withinRange } from './seen-in-range.ts'
import { type VisitorRow, visitorColumns, visitorContact } from './visitor-row.ts'

type Query = Omit<AdVisitorsQuery, 'limit' | 'cursor'> & { limit: number; cursor?: string | undefined }

/** The visitors behind a figure of the table of ads, newest first, each with what its first visit said of the ad. */
export async function listAdVisitors(database: Database, query: Query, now: Date): Promise<Page<AdVisitor>> {
  await rollUpForReader(database)
  const range = resolveRange(query, now)
  const identity = await identifyAll(database)
  const touches = touchesOf(query.key, identity)
  const counted = await countAdVisitors(database, range)
  const all = counted.reduce((sum, { visitors }) => sum + visitors, 0)
  const wanted = touches && new Set(touches)
  const total = counted
    .filter(({ touch }) => wanted === null || wanted.has(touch))
    .reduce((sum, { visitors }) => sum + visitors, 0)
  const page = await readNarrowedPage(database, visitorsOf(range, touches, { all, total }), {
    cursor: readCursor(query.cursor),
    limit: query.limit,
  })
  const rows = await readRows(
    database,
    page.rows.map(({ id }) => id),
    range,
    identity,
  )
  return { rows, next: page.next, total, isCapped: false }
}

/** Browsers with something counted in a range, by the ad that brought each of them first. */
function visitorsOf(
  range: Range,
  touches: number[] | null,
  { all, total }: { all: number; total: number },
): NarrowedList {
  const isOf =
    touches === null
      ? sql`true`
      : sql`exists (select from counted_ad_visitors counted where counted.visitor_id = view.visitor_id
          and counted.touch_id = any(${touches}::integer[]))`
  const ofTouches = touches === null ? sql`` : sql`where touch_id = any(${touches}::integer[])`
  return {
    all: activityIn(range),
    alias: 'view',
    share: all === 0 ? 0 : total / all,
    candidates: total,
    joins: sql``,
    wanted: isOf,
    last: { isLast: isLastIn(range), whose: sql`true` },
    isCounted: true,
    few: {
      from: sql`(select visitor_id from counted_ad_visitors ${ofTouches} offset 0) candidate
        cross join lateral (select max(at) as at from visitor_activity view where view.visitor_id = candidate.visitor_id
          and not view.hidden and view.at >= ${range.start} and view.at < ${range.end}) seen`,
      matches: sql`seen.at is not null`,
      at: sql.ref('seen.at'),
      id: sql.ref('candidate.visitor_id'),
    },
  }
}

async function readRows(
  database: Database,
  ids: string[],
  range: Range,
  identity: Identity,
): Promise<AdVisitor[]> {
  const { rows } = await sql<
    VisitorRow & { touch_id: number | null; has_views: boolean; has_origin: boolean }
  >`
    select ${visitorColumns}, counted.touch_id, seen.visitor_id is not null as has_views,
      coalesce(seen.referrer, '') <> '' or seen.attribution <> '{}' or visitor.first_touch <> '{}' as has_origin
    from visitors visitor ${visitorContact}
    left join counted_ad_visitors counted on counted.visitor_id = visitor.id
    left join lateral (select view.visitor_id, view.referrer, view.attribution - 'fbp' as attribution from page_views view
      where view.visitor_id = visitor.id and not view.hidden order by at limit 1) seen on true
    where visitor.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map((await withinRange(database, rows, range)).map((visitor) => [visitor.id, visitor]))
  const cameBy = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id): AdVisitor[] => {
    const [visitor, row] = [byId.get(id), cameBy.get(id)]
    if (!visitor || !row) return []
    const reason = reasonOf({ isByEmail: false, hasViews: row.has_views, hasOrigin: row.has_origin })
    return [{ ...visitor, credited: creditOf(row.touch_id, row.first_touch, identity, reason) }]
  })
}
