import { type RawBuilder, sql } from 'kysely'
import type { ListedVisitor, VisitorsQuery } from '#contract/visitor.ts'
import type { Database } from '#server/platform/database.ts'
import { countEverybody } from './count-distinct.ts'
import { foldForReader } from './fold-for-reader.ts'
import { afterCursor, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { countFilter, isFiltering } from './narrowed-events.ts'
import { type NarrowedVisitors, readNarrowedVisitors } from './narrowed-visitors.ts'
import { type Range, resolveRange } from './resolve-range.ts'
import { COUNTED } from './search-page.ts'
import { isVisitorFound, readNamed, type VisitorSearch } from './searched-visitors.ts'
import { withinRange } from './seen-in-range.ts'
import { type VisitorRow, visitorColumns, visitorContact } from './visitor-row.ts'
import { isListed, isWithoutActivity, listedActivity, listedAt } from './who-is-counted.ts'

/**
 * Visitors of a range, newest first: those whom the card counts, and those of whom no page view has come yet (with 0
 * views and `isCounted` false).
 */
export async function listVisitors(
  database: Database,
  query: VisitorsQuery,
  now: Date,
): Promise<Page<ListedVisitor>> {
  const range = resolveRange(query, now)
  const page = await readVisitorsPage(database, query, now)
  if (query.hidden === 'true') return { ...page, ...(await countHidden(database, range, query.q)) }
  if (query.q === '' && !isFiltering(filterOf(query)))
    return {
      ...page,
      total: (await countEverybody(database, range)).visitors + (await countWithoutActivity(database, range)),
    }
  const counted = query.q === '' ? await countFilter(database, 'visitor', filterOf(query), range) : []
  const [only, ...others] = counted
  if (only?.isExact && others.length === 0) return { ...page, total: only.people, isCapped: false }
  if (page.total !== undefined) return { ...page, total: page.total }
  const first = await readNarrowedVisitors(database, narrowedBy(query), range, now, {
    cursor: null,
    limit: query.limit,
  })
  return { ...page, total: first.total, isCapped: first.isCapped }
}

/** One page of the list without its total, which costs more the longer the list is. */
export async function readVisitorsPage(
  database: Database,
  query: VisitorsQuery,
  now: Date,
): Promise<RowsPage<ListedVisitor> & { total?: number; isCapped?: boolean }> {
  const range = resolveRange(query, now)
  const cursor = readCursor(query.cursor)
  if (query.hidden === 'false' && (query.q !== '' || isFiltering(filterOf(query)))) {
    await foldForReader(database)
    const { rows, next, ...counted } = await readNarrowedVisitors(database, narrowedBy(query), range, now, {
      cursor,
      limit: query.limit,
    })
    // From a cursor on, fewer are found than the list holds.
    const visitors = rows.map(({ visitor }) => visitor)
    return { rows: await withinRange(database, visitors, range), next, ...(cursor ? {} : counted) }
  }
  const search = query.q === '' ? undefined : await readNamed(database, query.q)
  const found = visitorsIn(range, query, search, now)
  const { rows } = await sql<VisitorRow & { ordered_at: Date }>`
    select ${visitorColumns}, ${found.orderedBy} as ordered_at
    from ${found.from}
    ${visitorContact}
    where ${found.matches} ${afterCursor(cursor, found.orderedBy, sql.ref('visitor.id'))}
    order by ${found.orderedBy} desc, visitor.id desc
    limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  const areHidden = query.hidden === 'true'
  return { ...page, rows: await withinRange(database, page.rows, range, { areHidden }) }
}

const filterOf = ({ source, page, campaign, ad }: VisitorsQuery) => ({ source, page, campaign, ad })
const narrowedBy = (query: VisitorsQuery): NarrowedVisitors => ({ ...filterOf(query), q: query.q })

/** Where the visitors of a list are found, what they must fulfil, and by which time they are ordered. */
type Found = { from: RawBuilder<unknown>; matches: RawBuilder<unknown>; orderedBy: RawBuilder<unknown> }

const hiddenIn = (range: Range, search: VisitorSearch | undefined) => sql`
  visitor.excluded is not null and visitor.last_seen_at >= ${range.start} and visitor.first_seen_at < ${range.end}
  ${search ? sql`and ${isVisitorFound(search)}` : sql``}`

function visitorsIn(range: Range, query: VisitorsQuery, search: VisitorSearch | undefined, now: Date): Found {
  const from = sql`visitors visitor`
  if (query.hidden === 'true')
    return { from, matches: hiddenIn(range, search), orderedBy: sql.ref('visitor.last_seen_at') }
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (range.end > now)
    return {
      from,
      matches: sql`${listedAt} >= ${range.start} and ${isListed}`,
      orderedBy: listedAt,
    }
  // From the newest view of the range backwards, each visitor at its last one: the first page costs a page.
  return {
    from: sql`${listedActivity} view join visitors visitor on visitor.id = view.visitor_id`,
    matches: sql`view.at >= ${range.start} and view.at < ${range.end}
      and not exists (select from (
          select at, id from visitor_activity where visitor_id = view.visitor_id and not hidden offset 0) later
        where later.at >= view.at and later.at < ${range.end} and (later.at > view.at or later.id > view.id))`,
    orderedBy: sql.ref('view.at'),
  }
}

async function countWithoutActivity(database: Database, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visitors visitor
    where ${isWithoutActivity} and last_seen_at >= ${range.start} and last_seen_at < ${range.end}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

async function countHidden(
  database: Database,
  range: Range,
  q: string,
): Promise<{ total: number; isCapped: boolean }> {
  const search = q === '' ? undefined : await readNamed(database, q)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from visitors visitor where ${hiddenIn(range, search)} ${search ? sql`limit ${COUNTED + 1}` : sql``}
    ) one`.execute(database)
  const count = rows[0]?.count ?? 0
  return search
    ? { total: Math.min(count, COUNTED), isCapped: count > COUNTED }
    : { total: count, isCapped: false }
}
