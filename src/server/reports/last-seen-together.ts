import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Cursor } from './list-page.ts'
import { COUNTED, type FoundPage, pageIn } from './search-page.ts'

/** Visitors who were seen on each of several values since a time, and when they were last seen on all at once. */
export type SeenTogether = {
  /** The value that is looked through, best the rarest, and those each visitor needs besides, one of each list. */
  value: number
  others: number[][]
  since: Date
  /** The time of a visitor's last view that is of all of them, null where none is; from its id. */
  lastAt(visitorId: RawBuilder<unknown>): RawBuilder<unknown>
}

// Further back the views themselves are read.
const FURTHEST = 10_000

/**
 * One page of those visitors, the one seen last first; undefined where they lie too far back. Nobody was seen on all
 * values later than on one of them: once a page is full of times that lie after everything not looked at, it stands.
 */
export async function readSeenTogether(
  database: Queryable,
  { value, others, since, lastAt }: SeenTogether,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<FoundPage | undefined> {
  const most = cursor ? limit : Math.max(limit, COUNTED)
  for (let looked = 2 * (most + 1); looked <= FURTHEST; looked *= 4) {
    const { rows } = await sql<{ id: string; at: Date | null; bound: Date }>`
      with candidate as materialized (
        select visitor_id, last_at from visitor_values own where value_id = ${value} and last_at >= ${since}
        ${sql.join(
          others.map(
            (ids) => sql`and exists (
            select from visitor_values other where other.visitor_id = own.visitor_id
              and other.value_id = any(${ids}::integer[]) and other.last_at >= ${since} offset 0)`,
          ),
          sql` `,
        )}
        order by last_at desc, visitor_id desc limit ${looked}
      )
      select visitor_id as id, last_at as bound, ${lastAt(sql.ref('candidate.visitor_id'))} as at from candidate`.execute(
      database,
    )
    const isAll = rows.length < looked
    const last = rows.at(-1)?.bound.getTime() ?? 0
    const found = rows
      .flatMap(({ id, at }) => (at && (isAll || at.getTime() > last) ? [{ id, at }] : []))
      .filter((row) => cursor === null || isBefore(row, cursor))
      .sort((a, b) => (isBefore(a, b) ? 1 : -1))
    if (isAll || found.length > most) return pageIn(found, limit)
  }
  return undefined
}

const isBefore = (a: Cursor, b: Cursor): boolean =>
  a.at.getTime() < b.at.getTime() || (a.at.getTime() === b.at.getTime() && a.id < b.id)
