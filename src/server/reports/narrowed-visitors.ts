import { type RawBuilder, sql } from 'kysely'
import {
  type CountedFilter,
  countFilter,
  type EventFilter,
  isFiltering,
  isOf,
} from '#server/counting/narrowed-events.ts'
import { countValue } from '#server/counting/read-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import { isListed, isWithoutActivity, listedAt } from '#server/counting/who-is-counted.ts'
import type { Database } from '#server/platform/database.ts'
import type { Cursor } from './list-page.ts'
import { activityIn, isLastIn } from './newest-activity.ts'
import { type FoundPage, type NarrowedList, readNarrowedPage } from './search-page.ts'
import { foundVisitors, isVisitorFound, readNamed, type VisitorSearch } from './searched-visitors.ts'
import { type VisitorRow, visitorColumns, visitorContact } from './visitor-row.ts'

/** Visitors with a view of all that is asked for, found by a text. */
export type NarrowedVisitors = EventFilter & { q?: string }

/** A page of visitors, each with the time of its last view in the range that is of what is asked for. */
export type NarrowedPage = Omit<FoundPage, 'rows'> & { rows: { visitor: VisitorRow; at: Date }[] }

/**
 * One page of the visitors of a range that are narrowed by a filter, a text or both, or all of a range that is over, newest
 * first. What is pending is counted already where they are narrowed.
 */
export async function readNarrowedVisitors(
  database: Database,
  { q = '', ...filter }: NarrowedVisitors,
  range: Range,
  now: Date,
  position: { cursor: Cursor | null; limit: number },
): Promise<NarrowedPage> {
  const search = q === '' ? null : await readNamed(database, q)
  const page = isFiltering(filter)
    ? await readFiltered(database, filter, search, range, now, position)
    : await readNarrowedPage(database, found(search, range, now, await viewsOf(database, range)), position)
  const ids = page.rows.map(({ id }) => id)
  const { rows } = await sql<VisitorRow>`
    select ${visitorColumns} from visitors visitor ${visitorContact}
    where visitor.id = any(${ids}::uuid[])`.execute(database)
  const byId = new Map(rows.map((visitor) => [visitor.id, visitor]))
  return {
    ...page,
    rows: page.rows.flatMap(({ id, at }) => {
      const visitor = byId.get(id)
      return visitor ? [{ visitor, at }] : []
    }),
  }
}

const ifFound = (search: VisitorSearch | null) =>
  search === null ? sql`` : sql`and ${isVisitorFound(search)}`

const viewsIn = (range: Range) =>
  sql`not view.hidden and view.at >= ${range.start} and view.at < ${range.end}`

// Looked up row by row: a planner that expects one visitor to be found goes through all rows for each that is.
const visitorOf = (id: RawBuilder<unknown>) =>
  sql`cross join lateral (select * from visitors where visitors.id = ${id} offset 0) visitor`

// Of what a visitor did, by the key by visitor and time: with the page as well, which that key has behind the time, PostgreSQL
// takes the key for so costly, in a range that has an end, that it reads all that anybody did in it, for each visitor.
const lastViewOf = (visitorId: RawBuilder<unknown>, filter: EventFilter, range: Range) => sql`
  select max(view.at) as at from (
    select * from visitor_activity view where view.visitor_id = ${visitorId} and ${viewsIn(range)} offset 0
  ) view where ${isOf(filter, 'view', 'path')}`

// So many views are looked at one by one.
const FEW_VIEWS = 3000

// A visit leaves several rows close together: of fewer rows, too many are a visitor's first, and the share that is wanted comes
// out too high, so that a second look falls short as well.
const ENOUGH_VISITS = 1000

async function readFiltered(
  database: Database,
  filter: EventFilter,
  search: VisitorSearch | null,
  range: Range,
  now: Date,
  position: { cursor: Cursor | null; limit: number },
): Promise<FoundPage> {
  const isOpen = range.end > now
  const sinceThen = { ...range, lastDay: isOpen ? range.lastDay : '9999-12-31' }
  const counted = await countFilter(database, 'visitor', filter, sinceThen)
  const allViews = await viewsOf(database, sinceThen)
  const list = withViews(filter, search, range, isOpen, counted, allViews)
  // Of a past range the newest are not told: whoever was on it then may have been on it again since.
  const isNewestTold = isOpen && search === null
  return readNarrowedPage(
    database,
    isNewestTold ? { ...list, newestFew: lastOn(database, counted, filter, range) } : list,
    position,
  )
}

async function viewsOf(database: Database, range: Range): Promise<number> {
  const { visitor } = await countValue(database, ['visitor'], { dimension: 'all', value: '' }, range)
  return visitor.events
}

function withViews(
  filter: EventFilter,
  search: VisitorSearch | null,
  range: Range,
  isOpen: boolean,
  counted: CountedFilter[],
  allViews: number,
): NarrowedList {
  // Of what is asked for, the rarest: its visitors are looked at one by one where they are few.
  const [rarest, ...others] = counted
  const ids = rarest?.ids ?? []
  // A handful of visitors are read sooner than everybody whom the text finds.
  const byText = search !== null && (rarest?.events ?? 0) > FEW_VIEWS
  const few = {
    from: sql`(select distinct visitor_id from visitor_values where value_id = any(${ids}::integer[])
        and last_at >= ${range.start} ${alsoOn(others)} ${byText ? sql`and visitor_id in (${foundVisitors(search)})` : sql``} offset 0) candidate
      ${visitorOf(sql.ref('candidate.visitor_id'))}
      cross join lateral (${lastViewOf(sql.ref('visitor.id'), filter, range)}) seen`,
    matches: sql`seen.at is not null ${ifFound(search)}`,
    at: sql.ref('seen.at'),
    id: sql.ref('visitor.id'),
  }
  // Who was last seen on a value is kept in order; that is all where the range reaches to now.
  if (isOpen && counted.length === 1 && counted[0]?.isExact && ids.length === 1) {
    const all = {
      from: sql`visitor_values own`,
      matches: sql`own.value_id = ${ids[0]} and own.last_at >= ${range.start}`,
      at: sql.ref('own.last_at'),
      id: sql.ref('own.visitor_id'),
    }
    const joins = visitorOf(sql.ref('own.visitor_id'))
    return search === null
      ? { all, alias: 'own', joins, wanted: null, few: all, isCounted: true }
      : { all, alias: 'own', joins, wanted: sql`true ${ifFound(search)}`, few }
  }
  return {
    all: activityIn(range),
    alias: 'view',
    ...shareOf(counted, search !== null, allViews),
    ...(search === null ? { candidates: rarest?.people ?? 0 } : { among: allViews }),
    joins: search === null ? sql`` : visitorOf(sql.ref('view.visitor_id')),
    wanted: isOf(filter, 'view', 'path'),
    last: { isLast: isLastIn(range, isOf(filter, 'later', 'path')), whose: sql`true ${ifFound(search)}` },
    // Of one thing, its different visitors are counted by the day.
    isCounted: search === null && others.length === 0 && rarest?.isExact === true,
    few,
  }
}

// Not all who were on the one and on the other were on both in one view.
const MARGIN = 1.3

/** The visitors of all that is asked for, from whoever was last on the rarest of it: nobody has a later view of all of it. */
function lastOn(
  database: Database,
  [rarest, ...others]: CountedFilter[],
  filter: EventFilter,
  range: Range,
): NonNullable<NarrowedList['newestFew']> {
  const ids = rarest?.ids ?? []
  // Looked up visitor by visitor: everybody who was ever on the others may be nearly everybody.
  const alsoSince = (start: Date) =>
    sql.join(
      others.map(
        (other) => sql`and exists (select from visitor_values other where other.visitor_id = own.visitor_id
          and other.value_id = any(${other.ids}::integer[]) and other.last_at >= ${start} offset 0)`,
      ),
      sql` `,
    )
  return {
    async likelySince(cursor, count) {
      const until = cursor?.at ?? range.end
      const likely = Math.ceil(count * MARGIN)
      const { rows } = await sql<{ at: Date }>`
        select last_at as at from unnest(${ids}::integer[]) id cross join lateral (
          select last_at from visitor_values own where value_id = id and last_at >= ${range.start} and last_at < ${until}
            ${alsoSince(range.start)}
          order by last_at desc limit ${likely}) one
        order by 1 desc offset ${likely - 1} limit 1`.execute(database)
      return rows[0]?.at ?? null
    },
    from: (since) => ({
      from: sql`(select distinct visitor_id from visitor_values own where value_id = any(${ids}::integer[])
          and last_at >= ${since} ${alsoSince(since)} offset 0) candidate
        cross join lateral (${lastViewOf(sql.ref('candidate.visitor_id'), filter, { ...range, start: since })}) seen`,
      matches: sql`seen.at is not null`,
      at: sql.ref('seen.at'),
      id: sql.ref('candidate.visitor_id'),
    }),
  }
}

const alsoOn = (others: CountedFilter[]) =>
  sql.join(
    others.map(
      ({ ids }) =>
        sql`and visitor_id in (select visitor_id from visitor_values where value_id = any(${ids}::integer[]))`,
    ),
    sql` `,
  )

/** How many of all views are likely to be of what is asked for; a text finds some of these. */
function shareOf(
  counted: CountedFilter[],
  isSearched: boolean,
  allViews: number,
): { share: number } | { shareToSearch: number } {
  if ((counted[0]?.events ?? 0) <= FEW_VIEWS) return { share: 0 }
  // As if the things that are asked for had nothing to do with each other.
  const share = counted.reduce((product, { events }) => (product * events) / allViews, 1)
  return isSearched ? { shareToSearch: share } : { share }
}

function found(search: VisitorSearch | null, range: Range, now: Date, among: number): NarrowedList {
  const candidates =
    search === null
      ? sql`(select * from visitors where last_seen_at >= ${range.start} and first_seen_at < ${range.end} offset 0) visitor`
      : sql`(select * from (${foundVisitors(search)}) one (visitor_id) offset 0) candidate ${visitorOf(sql.ref('candidate.visitor_id'))}`
  // A range that reaches to now needs no look at page views: the newest one tells.
  if (range.end > now) {
    const all = {
      from: sql`visitors visitor`,
      matches: sql`${listedAt} >= ${range.start} and ${isListed}`,
      at: listedAt,
      id: sql.ref('visitor.id'),
    }
    return {
      all,
      alias: 'visitor',
      joins: sql``,
      wanted: sql`true ${ifFound(search)}`,
      few: { ...all, from: candidates, matches: sql`${all.matches} ${ifFound(search)}` },
    }
  }
  const isSeenIn = sql`visitor.last_seen_at >= ${range.start} and visitor.last_seen_at < ${range.end}`
  return {
    all: activityIn(range, { withUnseen: true }),
    alias: 'view',
    first: ENOUGH_VISITS,
    among,
    joins: search === null ? sql`` : visitorOf(sql.ref('view.visitor_id')),
    wanted: sql`true`,
    last: { isLast: isLastIn(range), whose: sql`true ${ifFound(search)}` },
    // Everybody is counted by the day.
    isCounted: search === null,
    few: {
      from: sql`${candidates} cross join lateral (
        select coalesce(own.at, case when ${isWithoutActivity} and ${isSeenIn} then visitor.last_seen_at end) as at
        from (${lastViewOf(sql.ref('visitor.id'), {}, range)}) own) seen`,
      matches: sql`seen.at is not null ${ifFound(search)}`,
      at: sql.ref('seen.at'),
      id: sql.ref('visitor.id'),
    },
  }
}
