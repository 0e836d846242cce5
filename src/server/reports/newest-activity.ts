import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#server/counting/resolve-range.ts'
import { isWithoutActivity } from '#server/counting/who-is-counted.ts'
import { afterCursor, type Cursor } from './list-page.ts'

type Activity = {
  range: Range
  cursor: Cursor | null
  count: number
  /** Whether those are among it of whom nothing was seen but themselves, at the time they were seen. */
  withUnseen?: boolean
}

/**
 * The newest counted page views and captures of a range from a cursor on, as a query of (visitor_id, at, id, path, source,
 * attribution), by time and visitor. Each table is read in its own order and no further than `count` rows; a planner that
 * is given both as one reads the whole range first.
 */
export function newestActivity({ range, cursor, count, withUnseen = false }: Activity): RawBuilder<unknown> {
  const newestOf = (
    from: RawBuilder<unknown>,
    at: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
    is: RawBuilder<unknown>,
  ) => sql`(
    ${from} where ${at} >= ${range.start} and ${at} < ${range.end} and ${is} ${afterCursor(cursor, at, id)}
    order by ${at} desc, ${id} desc limit ${count})`
  const [at, id] = [sql.ref('view.at'), sql.ref('view.visitor_id')]
  const isCounted = sql`not view.hidden`
  return sql`
    select * from (
      ${newestOf(sql`select visitor_id, at, id, path, source, attribution from page_views view`, at, id, isCounted)}
      union all
      ${newestOf(sql`select visitor_id, at, id, slug, source, attribution from lead_captures view`, at, id, isCounted)}
      ${
        withUnseen
          ? sql`union all ${newestOf(
              sql`select id, last_seen_at, id, null, null, null from visitors visitor`,
              sql.ref('visitor.last_seen_at'),
              sql.ref('visitor.id'),
              isWithoutActivity,
            )}`
          : sql``
      }
    ) view order by at desc, visitor_id desc limit ${count}`
}

/** The condition on `view` that its visitor did nothing else in the range after it that `matches`, from the alias `later`. */
export const isLastIn = (range: Range, matches: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  sql`not exists (select from (
      select * from visitor_activity where visitor_id = view.visitor_id and not hidden offset 0) later
    where later.at >= view.at and later.at < ${range.end} and (later.at > view.at or later.id > view.id) and ${matches})`
