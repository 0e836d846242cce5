import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Visitor, visitorsApi } from '#contract/visitor.ts'
import type { Database } from '#server/platform/database.ts'
import { countDistinct } from './count-distinct.ts'
import { afterCursor, containsText, type Page, pageOf, readCursor } from './list-page.ts'
import { type Range, resolveRange } from './resolve-range.ts'
import { asVisitor, type VisitorRow, visitorContact } from './visitor-row.ts'

type Query = z.output<(typeof visitorsApi)['GET /api/visitors']['input']>

/** Visitors of a range, newest first; their number is the card's Total Visitors as long as nothing is searched. */
export async function listVisitors(database: Database, query: Query, now: Date): Promise<Page<Visitor>> {
  const range = resolveRange(query, now)
  const found = visitorsIn(range, query, now)
  const { rows } = await sql<VisitorRow & { ordered_at: Date }>`
    select visitor.*, contact.name, contact.email, contact.phone, ${found.orderedBy} as ordered_at
    from ${found.from}
    ${visitorContact}
    where ${found.matches} ${afterCursor(readCursor(query.cursor), found.orderedBy, sql.ref('visitor.id'))}
    order by ${found.orderedBy} desc, visitor.id desc
    limit ${query.limit + 1}`.execute(database)
  const isCounted = query.q === '' && query.hidden === 'false'
  const total = isCounted ? await countDistinct(database, 'visitor', range) : await count(database, found)
  const page = pageOf(rows, query.limit, total, (row) => ({ at: row.ordered_at, id: row.id }))
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

function visitorsIn(range: Range, query: Query, now: Date): Found {
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
  if (range.end > now)
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} ${searched}`,
      orderedBy: sql.ref('visitor.last_view_at'),
    }
  if (query.q !== '')
    return {
      from,
      matches: sql`visitor.last_view_at >= ${range.start} and visitor.first_seen_at < ${range.end}
        and exists (select from page_views view where view.visitor_id = visitor.id and not view.hidden
          and view.at >= ${range.start} and view.at < ${range.end}) ${searched}`,
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
