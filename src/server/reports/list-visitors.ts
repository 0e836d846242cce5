import { type RawBuilder, sql } from 'kysely'
import type { Visitor, VisitorsQuery } from '#contract/visitor.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct } from './count-distinct.ts'
import { afterCursor, containsText, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'
import { asVisitor, type VisitorRow, visitorContact } from './visitor-row.ts'

/** Visitors of a range, newest first; their number is the card's Total Visitors as long as nothing is searched. */
export async function listVisitors(
  database: Database,
  query: VisitorsQuery,
  now: Date,
): Promise<Page<Visitor>> {
  const range = resolveRange(query, now)
  const page = await readVisitorsPage(database, query, now)
  const isCounted = query.q === '' && query.hidden === 'false' && !isNarrowed(query)
  const total = isCounted
    ? await countDistinct(database, 'visitor', range)
    : await count(database, visitorsIn(range, query, now))
  return { ...page, total }
}

/** One page of the list without its total, which costs more the longer the list is. */
export async function readVisitorsPage(
  database: Database,
  query: VisitorsQuery,
  now: Date,
): Promise<RowsPage<Visitor>> {
  const found = visitorsIn(resolveRange(query, now), query, now)
  const { rows } = await sql<VisitorRow & { ordered_at: Date }>`
    select visitor.*, contact.name, contact.email, contact.phone, ${found.orderedBy} as ordered_at
    from ${found.from}
    ${visitorContact}
    where ${found.matches} ${afterCursor(readCursor(query.cursor), found.orderedBy, sql.ref('visitor.id'))}
    order by ${found.orderedBy} desc, visitor.id desc
    limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: page.rows.map(asVisitor) }
}

const searchedColumns = [
  sql`visitor.ip_address`,
  sql`visitor.timezone`,
  sql`visitor.language`,
  sql`visitor.first_touch ->> 'utm_source'`,
  sql`visitor.first_touch ->> 'utm_campaign'`,
]

/** Where the visitors of a list are found, what they must fulfil, and by which time they are ordered. */
type Found = { from: RawBuilder<unknown>; matches: RawBuilder<unknown>; orderedBy: RawBuilder<unknown> }

const isNarrowed = ({ source, page }: VisitorsQuery): boolean => source !== undefined || page !== undefined

/** The condition on a page view that it has the wanted source and page. */
const narrowedView = ({ source, page }: VisitorsQuery): RawBuilder<unknown> => sql`
  ${source === undefined ? sql`` : sql`and view.source = any(${source === 'Direct' ? ['', source] : [source]}::text[])`}
  ${page === undefined ? sql`` : sql`and view.path = ${page}`}`

function visitorsIn(range: Range, query: VisitorsQuery, now: Date): Found {
  const searched = containsText(query.q, searchedColumns)
  const from = sql`visitors visitor`
  if (query.hidden === 'true')
    return {
      from,
      matches: sql`visitor.excluded is not null and visitor.last_seen_at >= ${range.start}
        and visitor.first_seen_at < ${range.end} ${searched}`,
      orderedBy: sql.ref('visitor.last_seen_at'),
    }
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (range.end > now && !isNarrowed(query))
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} ${searched}`,
      orderedBy: sql.ref('visitor.last_view_at'),
    }
  if (query.q !== '' || isNarrowed(query))
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} and visitor.first_seen_at < ${range.end}
        and exists (select from page_views view where view.visitor_id = visitor.id and not view.hidden
          and view.at >= ${range.start} and view.at < ${range.end} ${narrowedView(query)}) ${searched}`,
      orderedBy: sql.ref('visitor.last_view_at'),
    }
  // From the newest view of the range backwards, each visitor at its last one: the first page costs a page.
  return {
    from: sql`page_views view join visitors visitor on visitor.id = view.visitor_id`,
    matches: sql`not view.hidden and view.at >= ${range.start} and view.at < ${range.end}
      and not exists (select from page_views later where later.visitor_id = view.visitor_id and not later.hidden
        and later.at >= view.at and later.at < ${range.end} and (later.at, later.id) > (view.at, view.id))`,
    orderedBy: sql.ref('view.at'),
  }
}

async function count(database: Database, { from, matches }: Found): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${from} where ${matches}`.execute(database)
  return rows[0]?.count ?? 0
}
