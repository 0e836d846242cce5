import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { ListQuery } from '#contract/range.ts'
import type { PageView } from '#contract/visitor.ts'
import { OTHER } from '#server/counting/named-values.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { columnsOf } from './attribution-columns.ts'
import { countEverybody } from './count-distinct.ts'
import {
  afterCursor,
  type Cursor,
  containsText,
  type Page,
  pageOf,
  type RowsPage,
  readCursor,
} from './list-page.ts'
import { type NarrowedList, readNarrowedPage } from './search-page.ts'

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
  if (query.q === '') return { ...page, total: (await countEverybody(database, range)).pageViews }
  if (page.total !== undefined) return { ...page, total: page.total }
  const { total, isCapped } = await readNarrowedPage(database, await viewsBy(database, query.q, range), {
    cursor: null,
    limit: query.limit,
  })
  return { ...page, total, isCapped }
}

const viewsIn = (range: Range): RawBuilder<unknown> =>
  sql`not view.hidden and view.at >= ${range.start} and view.at < ${range.end}`

/** The views found by a text, in their path, title or UTM source. Few of them are found by the visitors who made them. */
async function viewsBy(database: Database, q: string, range: Range): Promise<NarrowedList> {
  const found = sql`true ${containsText(q, [sql`view.path`, sql`view.title`, sql`view.source`])}`
  const { rows } = await sql<{ id: number }>`
    select id from counted_values where kind = 'visitor' and within = ''
      and (dimension in ('page', 'source') and (value = ${OTHER} or true ${containsText(q, [sql`value`])})
        or dimension = 'page' and value in (select path from page_titles where true ${containsText(q, [sql`title`])}))`.execute(
    database,
  )
  const ids = rows.map(({ id }) => id)
  const all = {
    from: sql`page_views view`,
    matches: viewsIn(range),
    at: sql.ref('view.at'),
    id: sql.ref('view.id'),
  }
  const since = (start: Date) => ({
    ...all,
    from: sql`(select distinct visitor_id from visitor_values where value_id = any(${ids}::integer[])
      and last_at >= ${start} offset 0) candidate
      cross join lateral (select * from page_views view
        where view.visitor_id = candidate.visitor_id and ${viewsIn({ ...range, start })} offset 0) view`,
    matches: found,
  })
  return {
    all,
    alias: 'view',
    joins: sql``,
    wanted: found,
    // The newest may all be of one page.
    first: 3000,
    few: since(range.start),
    newestFew: {
      from: since,
      // Each visitor who was last on a page at some time has a view of it then.
      async likelySince(cursor, count) {
        const until = cursor?.at ?? range.end
        const { rows } = await sql<{ at: Date }>`
          select last_at as at from unnest(${ids}::integer[]) id cross join lateral (
            select last_at from visitor_values where value_id = id and last_at >= ${range.start} and last_at < ${until}
            order by last_at desc limit ${count}) one
          order by 1 desc offset ${count - 1} limit 1`.execute(database)
        return rows[0]?.at ?? null
      },
    },
  }
}

/** One page of the list without its total, which costs more the longer the list is. */
export async function readPageViewsPage(
  database: Database,
  query: ListQuery,
  now: Date,
): Promise<RowsPage<PageView> & { total?: number; isCapped?: boolean }> {
  const range = resolveRange(query, now)
  const cursor = readCursor(query.cursor)
  if (query.q !== '') return readSearchedViews(database, query, range, cursor)
  const { rows } = await sql<PageViewRow>`
    select id, visitor_id, at, path, title, referrer, attribution from page_views view
    where ${viewsIn(range)} ${afterCursor(cursor, sql.ref('at'), sql.ref('id'))}
    order by at desc, id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.at, id: row.id }))
  return { ...page, rows: page.rows.map(asPageView) }
}

async function readSearchedViews(
  database: Database,
  { q, limit }: ListQuery,
  range: Range,
  cursor: Cursor | null,
): Promise<RowsPage<PageView> & { total?: number; isCapped?: boolean }> {
  await rollUpForReader(database)
  const page = await readNarrowedPage(database, await viewsBy(database, q, range), { cursor, limit })
  const { rows } = await sql<PageViewRow>`
    select view.id, visitor_id, view.at, path, title, referrer, attribution
    from unnest(${page.rows.map(({ at }) => at)}::timestamptz[], ${page.rows.map(({ id }) => id)}::uuid[]) found (at, id)
    join page_views view on view.at = found.at and view.id = found.id and not hidden
    order by view.at desc, view.id desc`.execute(database)
  const { next, total, isCapped } = page
  return { rows: rows.map(asPageView), next, ...(cursor ? {} : { total, isCapped }) }
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
