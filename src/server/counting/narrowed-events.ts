import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { adOf, type CountedKind, campaignOf, type Dimension, isValue, zoneId } from './counted-values.ts'
import { OTHER } from './named-values.ts'
import type { Range } from './resolve-range.ts'

/** What views or captures have to be of, all of it at once; of the source by any of its spellings (`spellingsOf`). */
export type EventFilter = { source?: string[]; page?: string; campaign?: string; ad?: string }

/** Whether a filter asks for anything. */
export const isFiltering = ({ source, page, campaign, ad }: EventFilter): boolean =>
  [source, page, campaign, ad].some((value) => value !== undefined)

/** The condition on a view or capture that it is of all that a filter asks for; nothing for an empty one. */
export function isOf(
  { source, page, campaign, ad }: EventFilter,
  event: 'view' | 'capture' | 'later',
  pageColumn: 'path' | 'slug',
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${event}.${name}`)
  return sql`true
    ${source === undefined ? sql`` : sql`and ${column('source')} = any(${source}::text[])`}
    ${page === undefined ? sql`` : sql`and ${column(pageColumn)} = ${page}`}
    ${campaign === undefined ? sql`` : sql`and ${campaignOf(column('attribution'))} = ${campaign}`}
    ${ad === undefined ? sql`` : sql`and ${adOf(column('attribution'))} = ${ad}`}`
}

/**
 * One thing a filter asks for, as it is counted: its values' ids and its people in the range. Not `isExact` are those of
 * whom some may stand among the others of a busy day, so that its numbers are bounds and its people have to be looked at.
 */
export type CountedFilter = { ids: number[]; isExact: boolean; events: number; people: number }

/** Each thing that a filter asks for with its numbers in a range, the rarest first. */
export async function countFilter(
  database: Queryable,
  kind: CountedKind,
  filter: EventFilter,
  range: Range,
): Promise<CountedFilter[]> {
  const asked = Object.entries(filter).flatMap(([dimension, value]): [Dimension, string[]][] =>
    value === undefined ? [] : [[dimension as Dimension, [...[value].flat(), OTHER]]],
  )
  const counted = asked.map(async ([dimension, values]) => {
    const { rows: found } = await sql<{ id: number; isOther: boolean; events: number; people: number }>`
      select value.id, value.value = ${OTHER} as "isOther", coalesce(sum(events), 0)::bigint as events,
        coalesce(sum(fresh + coalesce(again[day - ${range.firstDay}::date + 1], 0)), 0)::bigint as people
      from counted_values value left join value_days on value_id = value.id and tz = ${zoneId(range.tz)}
        and day between ${range.firstDay}::date and ${range.lastDay}::date
      where ${sql.join(
        values.map((value) => isValue(kind, dimension, value)),
        sql` or `,
      )} group by value.id`.execute(database)
    // What has no name of its own on a busy day is among the others of that day.
    const rows = found.filter(({ isOther, people }) => !isOther || people > 0)
    return {
      ids: rows.map(({ id }) => id),
      isExact: rows.length <= 1 && !rows.some(({ isOther }) => isOther),
      events: rows.reduce((sum, { events }) => sum + events, 0),
      people: rows.reduce((sum, { people }) => sum + people, 0),
    }
  })
  return (await Promise.all(counted)).sort((a, b) => a.events - b.events)
}
