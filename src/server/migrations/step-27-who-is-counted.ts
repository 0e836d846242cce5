import { type Kysely, sql } from 'kysely'
import { recordTrackingFunction } from './record-tracking-function.ts'

/**
 * One definition of who is counted: a visitor by its page views and by the leads that were captured in its browser.
 * Hours and days are counted once, by value; what an older version kept of them beside that goes. The counts are made
 * anew from all events at the next start.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'drop table hourly_counts, hourly_totals, distinct_cells',

  // What the owner sends in a browser of their own is a test.
  `update lead_captures capture set hidden = true from visitors visitor
    where visitor.id = capture.visitor_id and visitor.excluded = 'owner' and not capture.hidden`,
  `update leads set last_counted_at = (
      select max(at) from lead_captures where lead_id = leads.id and not hidden)
    where visitor_id in (select id from visitors where excluded = 'owner')
      or id in (select lead_id from lead_captures join visitors on visitors.id = visitor_id where excluded = 'owner')`,

  // The newest of a visitor's counted page views and captures.
  'alter table visitors add column last_counted_at timestamptz',
  `update visitors set last_counted_at = greatest(last_view_at, (
    select max(at) from lead_captures where visitor_id = visitors.id and not hidden))`,
  'drop index visitors_by_last_view',
  // Whether a visitor viewed or submitted anything, counted or not. Who has not is listed by when it was seen.
  'alter table visitors add column was_active boolean not null default false',
  `update visitors set was_active = exists (select from page_views where visitor_id = visitors.id)
    or exists (select from lead_captures where visitor_id = visitors.id)`,
  `create index visitors_listed on visitors ((coalesce(last_counted_at, last_seen_at)) desc, id desc)
    where last_counted_at is not null or (excluded is null and not was_active)`,
  'create index visitors_by_last_counted on visitors (last_counted_at) where last_counted_at is not null',
  `create index visitors_without_activity on visitors (last_seen_at desc, id desc)
    where last_counted_at is null and excluded is null and not was_active`,

  `create view visitor_activity as
    select visitor_id, at, path, id, source, attribution, referrer, title, ip_address, hidden, true as is_view
    from page_views
    union all
    select visitor_id, at, slug, id, source, attribution, null, null, ip_address, hidden, false from lead_captures`,

  // A capture waits to be counted beside the page views; it says when its visitor was captured before.
  'alter table uncounted_views add column capture_id uuid, add column previous_capture timestamptz',
  // Page views that an older version had counted by the hour lose that note: all of it is counted anew.
  `update uncounted_views set source = view.source from page_views view
    where uncounted_views.source is null and view.visitor_id = uncounted_views.visitor_id
      and view.at = uncounted_views.at and view.path = uncounted_views.path`,

  // Which values keep a name of their own on a day (of UTC), by the md5 of the value; assigned once.
  `create table named_values (
    day date not null,
    dimension text not null,
    key uuid not null,
    primary key (day, dimension, key)
  )`,

  // What could not be counted, with the reason, so that the rest can be; hidden until a later version counts it.
  'alter table uncounted_views add column tries smallint not null default 0',
  `create table set_aside_events (
    id bigint generated always as identity primary key,
    visitor_id uuid not null,
    at timestamptz not null,
    path text not null,
    capture_id uuid,
    reason text not null,
    noted_at timestamptz not null default now()
  )`,
  'create index set_aside_events_by_visitor on set_aside_events (visitor_id)',

  'update counting_state set is_counted = not exists (select from page_views) and not exists (select from lead_captures)',
  recordTrackingFunction,
]
