import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import { type IsWithin, NO_TEXT } from './checked-events.ts'
import { zoneId } from './counted-values.ts'
import { isKept, sealedBefore } from './sealed.ts'

/**
 * A check of numbers that the events of many people add up to. Each is rows of (kind, dimension, within, value, at, part,
 * number), texts as their numbers in `checked_texts`: what is stored, what the gathered portion adds to the counted, and
 * what is added to that once, as it is counted for good.
 */
export type Sum = {
  what: string
  stored: RawBuilder<unknown>
  counted: (isWithin: IsWithin) => RawBuilder<unknown>
  sealed?: RawBuilder<unknown>
}

const nothing = sql.lit(NO_TEXT)

// As the single values in checked-events.ts: written once more than in counted-values.ts.
const pairs = sql`(values ('source of page', path, source), ('referrer of page', path, referrer), ('page of campaign', campaign, path),
  ('source of campaign', campaign, source), ('page of ad', ad, path), ('source of ad', ad, source))`

/** The gathered views by each value within another, with a time that is worked out once for each view. */
const byPair = (time: RawBuilder<unknown>) => sql`
  select kind, events, time, dimension collate "C" as dimension, within, value
  from (select *, ${time} as time from checked_events where kind = 'visitor' and events > 0 offset 0) event
  cross join lateral ${pairs} one (dimension, within, value) where within is not null and value is not null`

/** Stored values (`counted_values`) with the numbers of their texts. */
const storedValues = sql`
  (select counted_values.id, kind, dimension, within_text.number as within, value_text.number as value
  from counted_values join checked_texts within_text on within_text.text = within
  join checked_texts value_text on value_text.text = value)`

/** When somebody was last on a value in sealed months, as if that were an event. */
const lastSealed = (isWithin: IsWithin) => sql`
  select kind, subject_id as id, dimension, value, last_at
  from sealed_values join ${storedValues} value on value.id = value_id where ${isWithin(sql`subject_id`)}
  union all
  select kind, subject_id, 'all', ${nothing}, max(last_at)
  from sealed_values join ${storedValues} value on value.id = value_id where ${isWithin(sql`subject_id`)} group by 1, 2
  union all
  select kind, subject_id, 'touch', touch.number, max(last_at)
  from sealed_values join ${storedValues} value on value.id = value_id join counted_ad_visitors on visitor_id = subject_id
  join checked_texts touch on touch.text = touch_id::text
  where kind = 'visitor' and ${isWithin(sql`subject_id`)} group by 1, 2, 4`

function sumsIn(tz: Timezone): Sum[] {
  const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${sql.lit(tz)})::date`
  const daysOf = (table: 'value_days' | 'sealed_parts') => sql`
    (select kind, dimension, within, value, day, events, fresh, again
      from ${storedValues} value_of join ${sql.table(table)} on value_id = value_of.id and tz = ${zoneId(tz)}
      where day >= ${day(sealedBefore)}) stored`
  const eventsIn = (table: 'value_days' | 'sealed_parts') =>
    sql`select kind, dimension, within, value, day as at, '' as part, events as number from ${daysOf(table)}`
  const peopleIn = (table: 'value_days' | 'sealed_parts') => sql`
    select kind, dimension, within, value, day as at, 'never' as part, fresh as number from ${daysOf(table)}
    union all
    select kind, dimension, within, value, day, gap::text, again[gap] - coalesce(again[gap + 1], 0)
    from ${daysOf(table)} cross join lateral generate_subscripts(again, 1) gap`
  return [
    {
      what: `events by value and day, ${tz}`,
      stored: eventsIn('value_days'),
      counted: () => sql`
        select kind, dimension, ${nothing} as within, value, ${day(sql`at`)} as at, '' as part, sum(events) as number
        from checked_values group by 1, 2, 3, 4, 5
        union all
        select kind, dimension, within, value, time, '', sum(events) from (${byPair(day(sql`at`))}) one group by 1, 2, 3, 4, 5`,
      sealed: eventsIn('sealed_parts'),
    },
    {
      what: `people by value, day and day before, ${tz}`,
      stored: peopleIn('value_days'),
      counted: (isWithin) => sql`
        select kind, dimension, ${nothing} as within, value, day as at, coalesce((day - previous)::text, 'never') as part,
          count(*) as number
        from (
          select *, lag(day) over (partition by id, value, dimension, kind order by day, is_kept) as previous from (
            select id, kind, dimension, value, ${day(sql`at`)} as day, true as is_kept from checked_values
            group by 1, 2, 3, 4, 5
            union all
            select id, kind, dimension, value, ${day(sql`last_at`)}, false from (${lastSealed(isWithin)}) sealed
          ) active
          union all
          select id, kind, 'arrival', hour, day, is_kept, lag(day) over (partition by id, kind order by day, is_kept) from (
            select id, kind, arrived.day, is_kept, number as hour from (
              select id, kind, ${day(sql`at`)} as day, min(at) as first_at, true as is_kept from checked_events
              where kind in ('visitor', 'lead') group by 1, 2, 3
              union all
              select id, kind, ${day(sql`last_at`)}, last_at, false from (${lastSealed(isWithin)}) sealed
              where dimension = 'all' and kind in ('visitor', 'lead')
            ) arrived
            join checked_texts on text = floor(extract(epoch from first_at - (arrived.day::timestamp at time zone ${sql.lit(tz)})) / 3600)::text
          ) arrived
        ) one where is_kept and previous is distinct from day group by 1, 2, 3, 4, 5, 6`,
      sealed: peopleIn('sealed_parts'),
    },
  ]
}

const hours: Sum = {
  what: 'events and people by value and hour',
  stored: sql`select kind, dimension, within, value, hour at time zone 'UTC' as at, part, number
    from ${storedValues} value_of join value_hours on value_id = value_of.id
    cross join lateral (values ('events', events), ('people', subjects)) one (part, number) where ${isKept(sql`hour`)}`,
  counted: () => sql`
    select kind, dimension, ${nothing} as within, value, time at time zone 'UTC' as at, part, number from (
      select kind, dimension, value, time, sum(events) as events, count(*) as people from (
        select kind, dimension, value, date_trunc('hour', at, 'UTC') as time, id, sum(events) as events
        from checked_values where dimension <> 'touch' group by 1, 2, 3, 4, 5
      ) one group by 1, 2, 3, 4) counted
    cross join lateral (values ('events', events), ('people', people)) one (part, number)`,
}

/** The sums of everything that is rolled up by value, by days in the timezones that are counted and by hours. */
export const valueSums = (zones: Timezone[]): Sum[] => [...zones.flatMap(sumsIn), hours]

/**
 * When a visitor was last seen on each value, as rows of (id, place, number), from the gathered events. The place is the
 * value's id in `counted_values`, or the value itself where it has none.
 */
export const lastViewsByValue = (isWithin: IsWithin): RawBuilder<unknown> => sql`
  select counted.id, coalesce(stored.id::text, concat_ws(' ', kind, dimension, text)) as place,
    extract(epoch from last_at)::bigint as number
  from (
    select id, kind, dimension, value, max(at) as last_at from (
      select id, kind, dimension, value, at from checked_values
      union all select id, kind, dimension, value, last_at from (${lastSealed(isWithin)}) sealed) one
    where kind in ('visitor', 'converted') and dimension not in ('all', 'touch') group by 1, 2, 3, 4
  ) counted
  join checked_texts on checked_texts.number = counted.value
  left join (select * from ${storedValues} value_of where within = ${nothing}) stored using (kind, dimension, value)`

/** The same as it is stored. */
export const storedLastViewsByValue = (isWithin: IsWithin): RawBuilder<unknown> => sql`
  select visitor_id as id, value_id::text as place, extract(epoch from last_at)::bigint as number
  from visitor_values where ${isWithin(sql`visitor_id`)}`
