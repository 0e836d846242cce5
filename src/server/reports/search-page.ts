import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { afterCursor, type Cursor, type RowsPage } from './list-page.ts'

/**
 * Where the rows of a list are found: `from` with all joins, the conditions every row fulfils, and by which time and
 * id they are ordered, newest first.
 */
export type Found = {
  from: RawBuilder<unknown>
  matches: RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** Rows of several tables, which together are in no order: all of them since a time are read, and sorted where they are wanted. */
export type Newest = Pick<Found, 'at' | 'id'> & {
  /** A time since which there are some `count` rows before the cursor, hidden ones included; null where there are no more. */
  readBoundary(database: Database, cursor: Cursor | null, count: number): Promise<Date | null>
  /** All rows since a time, or since the beginning, as a query in no order. */
  since(cursor: Cursor | null, start?: Date): RawBuilder<unknown>
}

/** A list that is narrowed: every row of it from the newest on, which of them are wanted, and those looked up at once. */
export type NarrowedList = {
  /** The alias of the one table of `all`. */
  alias: string
  /** What `wanted` (where there is `last`, its `whose`) looks at besides, joined to the newest rows of `all` alone. */
  joins: RawBuilder<unknown>
  /** The share of the rows of `all` that are expected to be wanted, where it is known; 0 where they are few. */
  share?: number
  /** How many of the newest rows are looked through at first where it is not known, if more than usual. */
  first?: number
  /** The share of them among which a text is then looked for. */
  shareToSearch?: number
  /**
   * Where an id may have several rows in `all` and stands at the last that is wanted: the condition on a row that it is
   * that one, which costs a look at all that the id did, and what is wanted of the id itself.
   */
  last?: { isLast: RawBuilder<unknown>; whose: RawBuilder<unknown> }
  /** At most how many ids `few` looks at, where it is known, or else how many rows `all` has in the range. */
  candidates?: number
  among?: number
  /** The wanted ones by the indexes of what narrows them: quick where they are few. */
  few: Found
  /**
   * Where indexes also tell the newest of them: the time since which there are likely so many of them before the cursor,
   * null where there is none but the beginning, and all of them since a time.
   */
  newestFew?: {
    likelySince(cursor: Cursor | null, count: number): Promise<Date | null>
    from(since: Date): Found
  }
  /** Whether their number is counted elsewhere: where all are wanted, none is read but the page's. */
  isCounted?: boolean
} & (
  | { all: Found; wanted: null }
  /** A condition on a row of `all` with its joins; null where all of them are wanted. */
  | { all: Found | Newest; wanted: RawBuilder<unknown> }
)

/**
 * A page of ids with their times. From the beginning of the list `total` is exact up to `COUNTED`; above it, it is that
 * number and `isCapped`. From a cursor on it tells nothing.
 */
export type FoundPage = RowsPage<{ id: string; at: Date }> & { total: number; isCapped: boolean }

// How many of the newest rows are looked through to see how many of them are wanted.
const FIRST = 200
const ROUGH = 20
// And up to how many where some are; further back the indexes are quicker.
const FURTHEST = 30_000
// Where the indexes tell of many, each is looked at, which costs as much as so many rows in their order.
const ROWS_A_LOOK = 20
const FURTHEST_OF_ALL = 300_000
// Where fewer of the likely ones were wanted than hoped for, so many times as many are looked at next.
const FURTHER = 8
// What is wanted does not lie evenly.
const MARGIN = 1.5
/** Up to how many a narrowed list is counted exactly. */
export const COUNTED = 1000

/**
 * One page of a narrowed list, and from its beginning also how many there are. Where many rows are wanted they are
 * among the newest ones, which are read in order; where few are, the indexes give them. Neither reads the whole list.
 */
export async function readNarrowedPage(
  database: Database,
  list: NarrowedList,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<FoundPage> {
  const most = cursor || list.isCounted ? limit : Math.max(limit, COUNTED)
  if (list.wanted === null) {
    const { all } = list
    const { rows } = await sql<{ id: string; at: Date }>`
      select ${all.id} as id, ${all.at} as at from ${all.from}
      where ${all.matches} ${afterCursor(cursor, all.at, all.id)} and ${list.last?.isLast ?? sql`true`}
      order by ${all.at} desc, ${all.id} desc limit ${most + 1}`.execute(database)
    return pageIn(rows, limit)
  }
  const { all, wanted } = list
  const alias = sql.ref(list.alias)
  const newestRows = (found: Found, count: number) =>
    sql`select ${alias}.* from ${found.from} where ${found.matches} ${afterCursor(cursor, all.at, all.id)}
      order by ${all.at} desc, ${all.id} desc limit ${count}`
  const { joins, last } = list
  const wantedOf = (newest: RawBuilder<unknown>) => {
    // In their order once more, without which the planner reads them all before it takes the first.
    if (!last)
      return sql`(select ${alias}.* from (${newest}) ${alias} ${joins} where ${wanted}
        order by ${all.at} desc, ${all.id} desc offset 0) ${alias}`
    // From its beginning on, the list meets each id at its last row first.
    if (!cursor)
      return sql`(select ${all.id}, max(${all.at}) as at from (${newest}) ${alias} where ${wanted}
        group by 1 order by 2 desc, 1 desc offset 0) ${alias} ${joins} where ${last.whose}`
    return sql`(select ${alias}.* from (${newest}) ${alias} ${joins} where ${wanted} and ${last.whose}
      offset 0) ${alias} where ${last.isLast}`
  }
  /** Looks through the newest rows, so many or a few more, and says whether there are others. */
  const lookThrough = async (count: number) => {
    const boundary = 'since' in all ? await all.readBoundary(database, cursor, count) : null
    const newest = 'since' in all ? all.since(cursor, boundary ?? undefined) : newestRows(all, count)
    const { rows } = await sql<{ id: string; at: Date }>`
      select ${all.id} as id, ${all.at} as at from ${wantedOf(newest)}
      order by 2 desc, 1 desc limit ${most + 1}`.execute(database)
    const areMore = async () => ('since' in all ? boundary !== null : await hasMoreThan(count, all))
    return { rows, areMore }
  }
  const hasMoreThan = async (count: number, found: Found) => {
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from (${newestRows(found, count + 1)}) one`.execute(database)
    return (rows[0]?.count ?? 0) > count
  }
  let furthest = furthestFor(list.candidates ?? 0)
  let looked = 0
  let next =
    list.share === undefined
      ? Math.min(Math.ceil((list.first ?? FIRST) / (list.shareToSearch ?? 1)), FURTHEST)
      : rowsFor(most, list.share, furthest)
  while (next > looked && next <= furthest) {
    const { rows: newest, areMore } = await lookThrough(next)
    looked = next
    // A short range is looked through sooner than a text finds whoever was ever there.
    if (newest.length > most || !(await areMore())) return pageIn(newest, limit)
    // Two may be there by chance, and what a handful tells is rough.
    if (newest.length <= 2) continue
    const share = newest.length / looked
    if (!list.newestFew) furthest = furthestFor(list.candidates ?? share * (list.among ?? 0))
    next = Math.min(
      rowsFor(most, share, furthest),
      newest.length < ROUGH ? 3 * looked : Number.POSITIVE_INFINITY,
    )
  }
  return pageIn(await readFew(database, list, cursor, most + 1), limit)
}

async function readFew(
  database: Database,
  { few, newestFew }: NarrowedList,
  cursor: Cursor | null,
  most: number,
): Promise<{ id: string; at: Date }[]> {
  const read = async ({ id, at, from, matches }: Found) => {
    const { rows } = await sql<{ id: string; at: Date }>`
      select ${id} as id, ${at} as at from ${from} where ${matches} ${afterCursor(cursor, at, id)}
      order by 2 desc, 1 desc limit ${most}`.execute(database)
    return rows
  }
  for (let count = most; newestFew; count *= FURTHER) {
    const since = await newestFew.likelySince(cursor, count)
    if (since === null) break
    const rows = await read(newestFew.from(since))
    if (rows.length === most) return rows
  }
  return read(few)
}

/** How many rows are looked through at the most where the indexes would tell of so many ids. */
const furthestFor = (candidates: number): number =>
  Math.min(Math.max(FURTHEST, candidates * ROWS_A_LOOK), FURTHEST_OF_ALL)

/** How many rows are likely to hold so many of those that are wanted; no more than the furthest where that may do. */
function rowsFor(most: number, share: number, furthest: number): number {
  if (share === 0) return 0
  const likely = (most + 1) / share
  const safe = Math.ceil(likely * MARGIN)
  return likely <= furthest ? Math.min(safe, furthest) : safe
}

/** The page that rows begin with, and their number. */
export function pageIn(rows: { id: string; at: Date }[], limit: number): FoundPage {
  const page = rows.slice(0, limit)
  return {
    rows: page,
    next: rows.length > limit ? (page.at(-1) ?? null) : null,
    total: Math.min(rows.length, COUNTED),
    isCapped: rows.length > COUNTED,
  }
}
