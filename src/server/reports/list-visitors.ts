import { type RawBuilder, sql } from 'kysely'
import type { ListedVisitor, VisitorsQuery as Query } from '#contract/visitor.ts'
import { countFilter, type EventFilter, isFiltering, isOf } from '#server/counting/narrowed-events.ts'
import { type Range, resolveRange } from '#server/counting/resolve-range.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import { type Spelled, sourceKeyOf, withSpellings } from '#server/counting/source-spellings.ts'
import {
  isBlockedWithoutActivity,
  isListed,
  isOwnersBrowser,
  isUncounted,
  isWithoutActivity,
  listedAt,
} from '#server/counting/who-is-counted.ts'
import type { Database } from '#server/platform/database.ts'
import { countEverybody } from './count-distinct.ts'
import { afterCursor, type Page, pageOf, type RowsPage, readCursor } from './list-page.ts'
import { type NarrowedVisitors, readNarrowedVisitors } from './narrowed-visitors.ts'
import { COUNTED } from './search-page.ts'
import { isVisitorFound, readNamed, type VisitorSearch } from './searched-visitors.ts'
import { withinRange } from './seen-in-range.ts'
import { type VisitorRow, visitorColumns, visitorContact } from './visitor-row.ts'

type VisitorsQuery = Omit<Query, 'sort' | 'dir'>
type SpelledQuery = Spelled<VisitorsQuery>

/**
 * Visitors of a range, newest first: those whom the card counts, and those of whom no page view has come yet (with 0
 * views and `isCounted` false).
 */
export async function listVisitors(
  database: Database,
  asked: VisitorsQuery,
  now: Date,
): Promise<Page<ListedVisitor>> {
  const query = await spelled(database, asked)
  const range = resolveRange(query, now)
  const page = await readSpelledPage(database, query, now)
  if (query.hidden === 'true') return { ...page, ...(await countHidden(database, range, query)) }
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

type PageOfVisitors = RowsPage<ListedVisitor> & { total?: number; isCapped?: boolean }

/** One page of the list without its total, which costs more the longer the list is. */
export const readVisitorsPage = async (
  database: Database,
  query: VisitorsQuery,
  now: Date,
): Promise<PageOfVisitors> => readSpelledPage(database, await spelled(database, query), now)

/** A source in all its spellings, those of what is pending too. */
async function spelled(database: Database, query: VisitorsQuery): Promise<SpelledQuery> {
  if (query.source !== undefined) await rollUpForReader(database)
  return withSpellings(database, query)
}

async function readSpelledPage(database: Database, query: SpelledQuery, now: Date): Promise<PageOfVisitors> {
  const range = resolveRange(query, now)
  const cursor = readCursor(query.cursor)
  const isNarrowed = query.q !== '' || isFiltering(filterOf(query))
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (query.hidden === 'false' && (isNarrowed || range.end <= now)) {
    if (isNarrowed) await rollUpForReader(database)
    const { rows, next, ...counted } = await readNarrowedVisitors(database, narrowedBy(query), range, now, {
      cursor,
      limit: query.limit,
    })
    // From a cursor on, fewer are found than the list holds; everybody is counted elsewhere.
    const visitors = rows.map(({ visitor }) => visitor)
    return {
      rows: await withinRange(database, visitors, range),
      next,
      ...(cursor || !isNarrowed ? {} : counted),
    }
  }
  const search = query.q === '' ? undefined : await readNamed(database, query.q)
  const areHidden = query.hidden === 'true'
  const at = areHidden ? sql.ref('visitor.last_seen_at') : listedAt
  const first = (matches: RawBuilder<unknown>) => sql`(
    select visitor.* from visitors visitor where ${matches} ${afterCursor(cursor, at, sql.ref('visitor.id'))}
    order by ${at} desc, visitor.id desc limit ${query.limit + 1})`
  // Each kind of hidden ones has an index in this order; together they have none.
  const found = areHidden
    ? sql.join(
        whyHidden.map((why) => first(hiddenIn(why(range), range, filterOf(query), search))),
        sql` union all `,
      )
    : first(sql`${listedAt} >= ${range.start} and ${isListed}`)
  const { rows } = await sql<VisitorRow & { ordered_at: Date }>`
    select ${visitorColumns}, ${at} as ordered_at from (${found}) visitor ${visitorContact}
    order by ${at} desc, visitor.id desc limit ${query.limit + 1}`.execute(database)
  const page = pageOf(rows, query.limit, (row) => ({ at: row.ordered_at, id: row.id }))
  return { ...page, rows: await withinRange(database, page.rows, range, { areHidden }) }
}

const filterOf = ({ source, page, campaign, ad }: SpelledQuery) => ({ source, page, campaign, ad })
const narrowedBy = (query: SpelledQuery): NarrowedVisitors => ({ ...filterOf(query), q: query.q })

// What hides a visitor: itself, a block (or what was held as spam) that hides all it did, or its address. A program whose lead
// counts in the range is a visitor of it, and stands in the other list.
const whyHidden = [
  ({ start, end }: Range) => sql`(visitor.excluded is not null and (visitor.last_counted_at is null
    or ${isOwnersBrowser('visitor')} or not exists (select from visitor_activity did
      where did.visitor_id = visitor.id and not did.hidden and did.at >= ${start} and did.at < ${end})))`,
  () => isUncounted,
  () => isBlockedWithoutActivity,
]

const hiddenIn = (
  why: RawBuilder<unknown>,
  range: Range,
  filter: EventFilter,
  search: VisitorSearch | undefined,
) => sql`
  ${why} and visitor.last_seen_at >= ${range.start} and visitor.first_seen_at < ${range.end}
  ${isFiltering(filter) ? sql`and ${didInRange(filter, range)}` : sql``}
  ${search ? sql`and ${isVisitorFound(search)}` : sql``}`

// What they did is hidden as they are, and is looked up visitor by visitor. How they spelled a source may never have counted.
const didInRange = ({ source, ...filter }: EventFilter, range: Range) => sql`exists (
  select from (select * from visitor_activity did where did.visitor_id = visitor.id
    and did.at >= ${range.start} and did.at < ${range.end} offset 0) view
  where ${isOf(filter, 'view', 'path')}
    ${source ? sql`and ${sourceKeyOf(sql.ref('view.source'))} = ${sourceKeyOf(sql`${source[0]}::text`)}` : sql``})`

async function countWithoutActivity(database: Database, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visitors visitor
    where ${isWithoutActivity} and last_seen_at >= ${range.start} and last_seen_at < ${range.end}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

// Every screen of numbers asks how many there are, and a block of a busy page hides most of what an installation holds.
const MOST_HIDDEN = 10_000

async function countHidden(
  database: Database,
  range: Range,
  query: SpelledQuery,
): Promise<{ total: number; isCapped: boolean }> {
  const search = query.q === '' ? undefined : await readNamed(database, query.q)
  const most = search ? COUNTED : MOST_HIDDEN
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(
      whyHidden.map(
        (
          why,
        ) => sql`(select from visitors visitor where ${hiddenIn(why(range), range, filterOf(query), search)}
          limit ${most + 1})`,
      ),
      sql` union all `,
    )}) one`.execute(database)
  const count = rows[0]?.count ?? 0
  return { total: Math.min(count, most), isCapped: count > most }
}
