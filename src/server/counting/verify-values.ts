import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import { adOf, campaignOf, referrerOf, singleValues, valuesWithin, zoneId } from './counted-values.ts'
import { named } from './named-values.ts'
import { sealedSums } from './seal-sums.ts'
import { isKept, sealedBefore } from './sealed.ts'
import { isCaptureHidden, isViewHidden } from './who-is-counted.ts'

/** One check: what it is of, the stored numbers and the counted ones, both as rows of (place, number). */
export type Check = [what: string, stored: RawBuilder<unknown>, counted: RawBuilder<unknown>]

/**
 * Each event that counts and is not counted for good, decided from blocks and exclusions, once for every kind it stands
 * for, by its values as they are named.
 */
const events = sql`
  select kind, id, at, events, ${named('page', 'path')} as path, ${named('source', 'source')} as source,
    ${named('campaign', 'campaign')} as campaign, ${named('ad', 'ad')} as ad, touch, ${named('referrer', 'referrer')} as referrer
  from (
    select 'visitor' as kind, view.visitor_id as id, view.at, view.path, view.source,
      ${campaignOf(sql`view.attribution`)} as campaign, ${adOf(sql`view.attribution`)} as ad, (select touch_id::text from counted_ad_visitors counted where counted.visitor_id = view.visitor_id) as touch,
      ${referrerOf(sql`view.referrer`)} as referrer,
      1 as events
    from page_views view join visitors visitor on visitor.id = view.visitor_id
    where ${isKept(sql`view.at`)} and not ${isViewHidden('view', 'visitor')}
    union all
    select one.kind, case when one.kind in ('visitor', 'converted') then capture.visitor_id else capture.lead_id end, capture.at,
      capture.slug, capture.source, ${campaignOf(sql`capture.attribution`)}, ${adOf(sql`capture.attribution`)}, case when one.kind = 'visitor' then (
        select touch_id::text from counted_ad_visitors counted where counted.visitor_id = capture.visitor_id) end, null,
      case when one.kind = 'visitor' then 0 else 1 end
    from lead_captures capture
    cross join lateral (select unnest(array['visitor', 'converted', 'lead']) as kind
      union all select step from lead_steps where lead_id = capture.lead_id) one
    where lead_id is not null and ${isKept(sql`capture.at`)} and not ${isCaptureHidden('capture')}
  ) one`

const place = sql`jsonb_build_array(kind, dimension, within, value)::text`

const byValue = sql`
  select kind, id, at, dimension, '' as within, value, events from (${events}) event
  cross join lateral ${singleValues} single (dimension, value) where value is not null`

const eventsByValue = sql`${byValue} union all
  select kind, id, at, dimension, within, value, events from (${events}) event
  cross join lateral ${valuesWithin} one (dimension, within, value)
  where kind = 'visitor' and events > 0 and within is not null and value is not null`

/** When somebody was last on a value in sealed months, as if that were an event. */
const lastSealed = sql`
  select kind, subject_id as id, dimension, value, last_at from sealed_values join counted_values value on value.id = value_id
  union all
  select kind, subject_id, 'all', '', max(last_at) from sealed_values join counted_values value on value.id = value_id group by 1, 2
  union all
  select kind, subject_id, 'touch', touch_id::text, max(last_at) from sealed_values
  join counted_values value on value.id = value_id join counted_ad_visitors on visitor_id = subject_id
  where kind = 'visitor' group by 1, 2, 4`

function checksIn(tz: Timezone): Check[] {
  const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${tz})::date`
  const daysOf = (table: 'value_days' | 'sealed_parts') => sql`
    (select kind, dimension, within, value, day, events, fresh, again
      from counted_values join ${sql.table(table)} on value_id = counted_values.id and tz = ${zoneId(tz)}
      where day >= ${day(sealedBefore)}) stored`
  const peopleIn = (table: 'value_days' | 'sealed_parts') => sql`
    select ${place} || ' ' || day || ' never' as place, fresh as number from ${daysOf(table)}
    union all
    select ${place} || ' ' || day || ' ' || gap, again[gap] - coalesce(again[gap + 1], 0)
    from ${daysOf(table)} cross join lateral generate_subscripts(again, 1) gap`
  return [
    [
      `events by value and day, ${tz}`,
      sql`select ${place} || ' ' || day as place, events as number from ${daysOf('value_days')}`,
      sql`select place, sum(number) as number from (
        select ${place} || ' ' || ${day(sql`at`)} as place, events as number from (${eventsByValue}) one
        union all select ${place} || ' ' || day, events from ${daysOf('sealed_parts')}) one group by 1`,
    ],
    [
      `people by value, day and day before, ${tz}`,
      peopleIn('value_days'),
      sql`select place, sum(number) as number from (
        select ${place} || ' ' || day || ' ' || coalesce((day - previous)::text, 'never') as place, count(*) as number
        from (
          select *, lag(day) over (partition by kind, dimension, within, value, id order by day, is_kept) as previous
          from (
            select distinct kind, dimension, within, value, id, ${day(sql`at`)} as day, true as is_kept from (${byValue}) one
            union all select kind, dimension, '', value, id, ${day(sql`last_at`)}, false from (${lastSealed}) sealed
          ) active
          union all
          select kind, 'arrival', '', floor(extract(epoch from first_at - (day::timestamp at time zone ${tz})) / 3600)::text,
            id, day, is_kept, lag(day) over (partition by kind, id order by day, is_kept)
          from (
            select kind, id, ${day(sql`at`)} as day, min(at) as first_at, true as is_kept from (${events}) event
            where kind in ('visitor', 'lead') group by 1, 2, 3
            union all select kind, id, ${day(sql`last_at`)}, last_at, false from (${lastSealed}) sealed
            where dimension = 'all' and kind in ('visitor', 'lead')
          ) arrived
        ) one where is_kept and previous is distinct from day group by 1
        union all ${peopleIn('sealed_parts')}
      ) one group by 1`,
    ],
  ]
}

/** The checks of everything that is rolled up by value, by days in the timezones that are counted. */
export const valueChecks = (zones: Timezone[]): Check[] => [
  ...zones.flatMap(checksIn),
  [
    'events by value and hour',
    sql`select ${place} || ' ' || extract(epoch from hour) as place, events as number
      from counted_values join value_hours on value_id = counted_values.id where ${isKept(sql`hour`)}`,
    sql`select ${place} || ' ' || extract(epoch from date_trunc('hour', at, 'UTC')) as place, sum(events) as number
      from (${byValue}) one where dimension <> 'touch' group by 1`,
  ],
  [
    'people by value and hour',
    sql`select ${place} || ' ' || extract(epoch from hour) as place, subjects as number
      from counted_values join value_hours on value_id = counted_values.id where ${isKept(sql`hour`)}`,
    sql`select ${place} || ' ' || extract(epoch from date_trunc('hour', at, 'UTC')) as place, count(distinct id) as number
      from (${byValue}) one where dimension <> 'touch' group by 1`,
  ],
  [
    'last view of a visitor by value',
    sql`select visitor_id || ${place} as place, extract(epoch from last_at)::bigint as number
      from counted_values join visitor_values on value_id = counted_values.id`,
    sql`select id || ${place} as place, extract(epoch from max(at))::bigint as number from (
        select kind, id, dimension, within, value, at from (${byValue}) kept
        union all select kind, id, dimension, '', value, last_at from (${lastSealed}) sealed) one
      where kind in ('visitor', 'converted') and dimension not in ('all', 'touch') group by 1`,
  ],
  [
    'leads by step and time',
    sql`select concat_ws(' ', step, lead_id, extract(epoch from at)) as place, 1 as number from step_captures`,
    sql`select distinct concat_ws(' ', kind, id, extract(epoch from at)) as place, 1 as number from (
        select kind, id, at from (${events}) event
        union all select step, lead_id, capture.at from lead_captures capture join lead_steps using (lead_id)
        where not hidden and not ${isKept(sql`capture.at`)}) one
      where kind not in ('visitor', 'converted', 'lead')`,
  ],
  [
    'sealed months',
    sql`select concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'rows') as place, number from sealed_months
    union all select concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'sum'), checksum from sealed_months`,
    sql`select concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'rows') as place, number from (${sealedSums}) one
    union all select concat_ws(' ', to_char(month, 'YYYY-MM'), tz, 'sum'), checksum from (${sealedSums}) one`,
  ],
  [
    'visitors by address',
    sql`select ip_address || ' ' || visitor_id as place, 1 as number from visitor_addresses
      where exists (select from page_views view where view.visitor_id = visitor_addresses.visitor_id
        and view.ip_address = visitor_addresses.ip_address)`,
    sql`select distinct ip_address || ' ' || visitor_id as place, 1 as number from page_views where ip_address is not null`,
  ],
  [
    'rule executions by rule, tag and outcome',
    sql`select concat_ws(' ', rule_id, tag_name, status) as place, sum(count) as number from log_counts
      where rule_id in (select id from auto_tag_rules) group by 1`,
    sql`select concat_ws(' ', rule_id, tag_name, status) as place, count(*) as number from auto_tag_logs
      where rule_id is not null group by 1`,
  ],
]
