import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { ListQuery } from '#contract/range.ts'
import type { PageView } from '#contract/visitor.ts'
import type { Database } from '#server/platform/database.ts'
import { columnsOf } from './attribution-columns.ts'
import { countEvents } from './count-distinct.ts'
import { afterCursor, containsText, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'

/** A page view's row. */
export type PageViewRow = {
  id: string
  visitor_id: string
  at: Date
  path: string
  title: string | null
  referrer: string | null
  attribution: Attribution
}

/** Counted page views of a range, newest first; searched by path, title and UTM source. */
export async function listPageViews(
  database: Database,
  query: ListQuery,
  now: Date,
): Promise<Page<PageView>> {
  const range = resolveRange(query, now)
  const page = await readPageViewsPage(database, query, now)
  if (query.q === '') return { ...page, total: await countEvents(database, 'view', range.start, range.end) }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from page_views where ${viewsIn(range, query.q)}`.execute(database)
  return { ...page, total: rows[0]?.count ?? 0 }
}

const viewsIn = (range: Range, q: string): RawBuilder<unknown> =>
  sql`not hidden and at >= ${range.start} and at < ${range.end}
    ${containsText(q, [sql`path`, sql`title`, sql`source`])}`

/** One page of the list without its total, which costs more the longer the list is. */
export async function readPageViewsPage(
  database: Database,
  query: ListQuery,
  now: Date,
): Promise<RowsPage<PageView>> {
  const matches = viewsIn(resolveRange(query, now), query.q)
  const { rows } = await sql<PageViewRow>`
    select id, visitor_id, at, path, title, referrer, attribution from page_views
    where ${matches} ${afterCursor(readCursor(query.cursor), sql.ref('at'), sql.ref('id'))}
    order by at desc, id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.at, id: row.id }))
  return { ...page, rows: page.rows.map(asPageView) }
}

/** A page view as the dashboard shows it. */
export const asPageView = (row: PageViewRow): PageView => ({
  id: row.id,
  visitorId: row.visitor_id,
  page: row.path,
  timestamp: row.at.toISOString(),
  referrer: row.referrer,
  metadata: { title: row.title },
  ...columnsOf(row.attribution),
})
