import { applyAll } from './apply-all.ts'

/** What is made anew of all events at the next start. */
export const contracts = [
  ...['value_days', 'value_hours', 'visitor_values', 'counted_leads', 'step_captures', 'pending_leads'],
  ...['visitor_search', 'visitor_addresses'],
]

/** Which ad brought a browser or a lead, as it is counted; made again from all events like every other count. */
export const up = applyAll([
  `create table ad_touches (
    id integer generated always as identity primary key,
    key uuid not null unique,
    touch text not null,
    day date not null
  )`,
  `comment on table ad_touches is 'What visits said of their ad: source, medium, and id and name of campaign, ad set and ad, as a JSON array; empty where they said nothing. day is the first (UTC) it was counted on.'`,
  'create index ad_touches_by_day on ad_touches (day)',
  `insert into ad_touches (key, touch, day) values (md5('')::uuid, '', '2000-01-01'), (md5('(other)')::uuid, '(other)', '2000-01-01')`,

  `create table counted_ad_visitors (
    visitor_id uuid primary key,
    touch_id integer not null
  )`,
  `comment on table counted_ad_visitors is 'Which ad brought a browser first, as it stands in the counts.'`,

  `create table counted_ad_people (
    lead_id uuid primary key,
    first_touch_id integer not null,
    last_touch_id integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    between_at timestamptz[],
    saw_pitch_at timestamptz,
    applied_at timestamptz,
    booked_at timestamptz
  )`,
  `comment on table counted_ad_people is 'A lead as it is counted by ads: what brought it first, and last before it became a lead; when it was captured first, last and in between; and when it first reached each step.'`,

  // What was counted before knows no ads: the next start counts everything once more.
  `do $$ begin
    if exists (select from visitors) or exists (select from leads) then
      truncate value_days, value_hours, visitor_values, counted_leads, step_captures, pending_leads, visitor_search,
        visitor_addresses;
      update counted_timezones set visitors_through = null, leads_through = null, done = 0 where counted_at is null;
      update counting_state set is_counted = false, visitors_through = null;
    end if;
  end $$`,
])
