import { type RawBuilder, sql } from 'kysely'
import { adPeopleAnew } from './ad-people.ts'
import { touchOf } from './ad-touches.ts'
import type { IsWithin } from './checked-events.ts'
import { OTHER } from './named-values.ts'
import { isKept } from './sealed.ts'
import { lastViewsByValue, storedLastViewsByValue } from './verify-values.ts'

/** One check: what it is of, the stored numbers and the counted ones, both as rows of (id, place, number). */
export type Check = [what: string, stored: RawBuilder<unknown>, counted: RawBuilder<unknown>]

// What somebody did in sealed months is told by no event any more.
const isKeptWhole = (visitorId: RawBuilder<unknown>) =>
  sql`not exists (select from sealed_visitors sealed where sealed.visitor_id = ${visitorId})`

/** What is kept of each visitor and lead, beside the events that were gathered of a portion of them. */
export const checksOfPeople = (isWithin: IsWithin): Check[] => {
  const ofVisitors = (number: RawBuilder<unknown>) =>
    sql`select id, '' as place, ${number} as number from visitors where ${isWithin(sql`id`)}`
  const views = sql`select id, at from checked_events where kind = 'visitor' and events > 0`
  const sealed = sql`sealed_visitors where ${isWithin(sql`visitor_id`)}`
  return [
    [
      'page views of a visitor',
      ofVisitors(sql`page_view_count`),
      sql`select id, '' as place, sum(number) as number from (
        select id, 1 as number from (${views}) view union all select visitor_id, views from ${sealed}) one group by id`,
    ],
    [
      'visits of a visitor',
      ofVisitors(sql`visit_count`),
      sql`select id, '' as place, count(*) filter (where is_first) as number from (
        select id, is_kept and (lag(at) over (partition by id order by at, is_kept) is null
          or at - lag(at) over (partition by id order by at, is_kept) > interval '30 minutes') as is_first
        from (select id, at, true as is_kept from (${views}) view
          union all select visitor_id, last_view_at, false from ${sealed} and last_view_at is not null) view
        union all select visitor_id, true from (select * from ${sealed}) sealed cross join generate_series(1, visits)
      ) one group by id`,
    ],
    [
      'last counted view of a visitor',
      ofVisitors(sql`extract(epoch from last_view_at)::bigint`),
      sql`select id, '' as place, extract(epoch from max(at))::bigint as number from (
        ${views} union all select visitor_id, last_view_at from ${sealed}) view group by id`,
    ],
    [
      'last counted capture of a lead',
      sql`select id, '' as place, extract(epoch from last_counted_at)::bigint as number from leads where ${isWithin(sql`id`)}`,
      sql`select id, '' as place, extract(epoch from max(at))::bigint as number from (
        select id, at from checked_events where kind = 'lead'
        union all select lead_id, at from lead_captures
        where ${isWithin(sql`lead_id`)} and not hidden and not ${isKept(sql`at`)}) capture group by id`,
    ],
    [
      'last counted view or capture of a visitor',
      ofVisitors(sql`extract(epoch from last_counted_at)::bigint`),
      sql`select id, '' as place, extract(epoch from max(at))::bigint as number from (
        select id, at from checked_events where kind = 'visitor'
        union all select visitor_id, greatest(last_view_at, last_capture_at) from ${sealed}) one group by id`,
    ],
    [
      'the ad that brought a visitor first',
      sql`select visitor_id as id, touch as place, 1 as number
        from counted_ad_visitors counted join ad_touches on id = touch_id
        where ${isWithin(sql`visitor_id`)} and touch <> ${OTHER} and ${isKeptWhole(sql`counted.visitor_id`)}`,
      sql`select first_one.id, ${touchOf(sql`attribution`)} as place, 1 as number from (
          select distinct on (id) id, attribution from said_events where kind = 'visitor' order by id, at, path) first_one
        where ${isKeptWhole(sql`first_one.id`)} and not exists (select from counted_ad_visitors counted join ad_touches on ad_touches.id = touch_id
          where counted.visitor_id = first_one.id and ad_touches.touch = ${OTHER})`,
    ],
    [
      'leads by ad and when they reached what',
      sql`select lead_id as id, concat_ws(' ', first_one.touch, last_one.touch, first_at, last_at, between_at, saw_pitch_at, applied_at,
          booked_at) as place, 1 as number
        from counted_ad_people people join ad_touches first_one on first_one.id = first_touch_id
        join ad_touches last_one on last_one.id = last_touch_id where ${isWithin(sql`lead_id`)}`,
      sql`select lead_id as id, concat_ws(' ', first_touch, last_touch, first_at, last_at, between_at, saw_pitch_at, applied_at,
          booked_at) as place, 1 as number from (${adPeopleAnew(isWithin(sql`id`))}) people`,
    ],
    ['last view of a visitor by value', storedLastViewsByValue(isWithin), lastViewsByValue(isWithin)],
    [
      'leads by step and time',
      sql`select lead_id as id, concat_ws(' ', step, extract(epoch from at)) as place, 1 as number from step_captures
        where ${isWithin(sql`lead_id`)}`,
      sql`select distinct id, concat_ws(' ', kind, extract(epoch from at)) as place, 1 as number from (
          select kind, id, at from checked_events where kind not in ('visitor', 'converted', 'lead')
          union all select step, lead_id, capture.at from lead_captures capture join lead_steps using (lead_id)
          where ${isWithin(sql`lead_id`)} and not hidden and not ${isKept(sql`capture.at`)}) one`,
    ],
    [
      'addresses of a visitor that are not kept',
      sql`select null::uuid as id, '' as place, 0 as number where false`,
      sql`select distinct view.visitor_id as id, view.ip_address as place, 1 as number from page_views view
        where ${isWithin(sql`view.visitor_id`)} and ip_address is not null and not exists (select from visitor_addresses kept
          where kept.ip_address = view.ip_address and kept.visitor_id = view.visitor_id)`,
    ],
  ]
}
