import { type RawBuilder, sql } from 'kysely'
import { isBacklogLong } from '#server/counting/backlog.ts'
import { isValue } from '#server/counting/counted-values.ts'
import type { Range } from '#server/counting/resolve-range.ts'
import { doCountsStand } from '#server/counting/store.ts'
import { isWithoutActivity } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'
import { afterCursor, type Cursor } from './list-page.ts'
import type { Newest } from './search-page.ts'

// So many views are found sooner by the hours in which they are counted than by going through them.
const BY_HOURS = 10_000

/** A table of what visitors did: its columns, where it is, which rows of it are theirs and count, and their time and visitor. */
type Source = {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  isTheirs: RawBuilder<unknown>
  counts: RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

const views: Source = {
  columns: sql`visitor_id, at, id, path, source, attribution`,
  from: sql`page_views view`,
  isTheirs: sql`true`,
  counts: sql`not view.hidden`,
  at: sql.ref('view.at'),
  id: sql.ref('view.visitor_id'),
}
const captures: Source = {
  ...views,
  columns: sql`visitor_id, at, id, slug, source, attribution`,
  from: sql`lead_captures view`,
}
const unseen: Source = {
  columns: sql`id, last_seen_at, id, null, null, null`,
  from: sql`visitors visitor`,
  isTheirs: isWithoutActivity,
  counts: sql`true`,
  at: sql.ref('visitor.last_seen_at'),
  id: sql.ref('visitor.id'),
}

/**
 * The counted page views and captures of a range as (visitor_id, at, id, path, source, attribution), `withUnseen` also
 * those visitors of whom nothing was seen but themselves, at the time they were seen.
 */
export function activityIn(range: Range, { withUnseen = false } = {}): Newest {
  const others = withUnseen ? [captures, unseen] : [captures]
  const among = ({ isTheirs, at, id }: Source, cursor: Cursor | null, start: RawBuilder<unknown>) =>
    sql`${at} >= ${start} and ${at} < ${range.end} and ${isTheirs} ${afterCursor(cursor, at, id)}`
  // Hidden ones too: the times alone are all in an index.
  const reached = (source: Source, cursor: Cursor | null, start: RawBuilder<unknown>, count: number) => sql`(
    select ${source.at} as at from ${source.from} where ${among(source, cursor, start)}
    order by 1 desc offset ${count} limit 1)`
  return {
    at: views.at,
    id: views.id,
    async readBoundary(database, cursor, count) {
      const start = sql`${range.start}::timestamptz`
      const byHours = count >= BY_HOURS && (await areHoursWhole(database))
      const reachedByViews = byHours ? hourWith(range, cursor, count) : reached(views, cursor, start, count)
      const sinceThen = sql`coalesce((select at from boundary), ${start})`
      const { rows } = await sql<{ at: Date | null }>`
        with boundary as materialized (${reachedByViews})
        select max(at) as at from (select at from boundary
          union all ${sql.join(
            others.map((source) => reached(source, cursor, sinceThen, count)),
            sql` union all `,
          )}) one`.execute(database)
      return rows[0]?.at ?? null
    },
    since: (cursor, start = range.start) =>
      sql.join(
        [views, ...others].map(
          (source) => sql`select ${source.columns} from ${source.from}
            where ${source.counts} and ${among(source, cursor, sql`${start}::timestamptz`)}`,
        ),
        sql` union all `,
      ),
  }
}

/** Whether nearly all that is stored is counted: what is not would be read besides, however much it is. */
const areHoursWhole = async (database: Queryable) =>
  (await doCountsStand(database)) && !(await isBacklogLong(database))

/** The hour since which there are so many counted page views in a range, before the cursor. */
const hourWith = (range: Range, cursor: Cursor | null, count: number) => sql`
  select greatest(hour, ${range.start}::timestamptz) as at from (
    select hour, sum(events) over (order by hour desc) as through
    from value_hours where value_id = (select id from counted_values value where ${isValue('visitor', 'all', '')})
      and hour > ${range.start}::timestamptz - interval '1 hour' and hour < ${cursor?.at ?? range.end}
  ) hours where through > ${count} order by hour desc limit 1`

/** The condition on `view` that its visitor did nothing else in the range after it that `matches`, from the alias `later`. */
export const isLastIn = (range: Range, matches: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  sql`not exists (select from (
      select * from visitor_activity where visitor_id = view.visitor_id and not hidden offset 0) later
    where later.at >= view.at and later.at < ${range.end} and (later.at > view.at or later.id > view.id) and ${matches})`
