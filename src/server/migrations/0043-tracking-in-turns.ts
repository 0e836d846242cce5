import { applyAll } from './apply-all.ts'

/**
 * Tracking holds its visitors before it looks anything up, keeps views that come after a clock was ahead, and stores
 * nothing of a browser whose person was erased.
 */
export const up = applyAll([
  `create or replace function record_tracking(reported_views json, reported_changes json, reported_browsers json)
returns void language plpgsql
-- The plan is kept while the tables grow from nothing to millions: only look-ups by index stay right.
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $function$
declare
  emptied uuid[];
  gone uuid[];
begin
  -- Shared with other writers, never with a change of what is counted; each statement below sees what was
  -- committed once the lock is held.
  perform pg_advisory_xact_lock_shared(7310001);

  -- By a statement of its own, so that the one below sees all that was committed by whoever had them: in the same one, who
  -- waited would see the visitor as it is now, and its views as they were before.
  select array_agg(id) filter (where ip_address is null) into emptied from (
    select id, ip_address from visitors
    where id = any (array(select (change ->> 'id')::uuid from json_array_elements(reported_changes) change))
    order by id for update
  ) held;
  -- Another process may still take the cookie of somebody who was erased right now. That browser is empty.
  if emptied is not null then
    select array_agg(visitor_id) into gone from erased_visitors where visitor_id = any (emptied);
    if gone is not null then
      reported_changes := (select coalesce(json_agg(change), '[]') from json_array_elements(reported_changes) change
        where (change ->> 'id')::uuid <> all (gone));
      reported_browsers := (select coalesce(json_agg(browser), '[]') from json_array_elements(reported_browsers) browser
        where browser ->> 'id' in (select change ->> 'browser_id' from json_array_elements(reported_changes) change));
    end if;
  end if;

  if json_array_length(reported_browsers) > 0 then
    insert into browsers (id, user_agent, device)
    select id, user_agent, device from json_to_recordset(reported_browsers) as browser (id uuid, user_agent text, device jsonb)
    where not exists (select from browsers stored
      where stored.id = browser.id and (stored.user_agent is not null or browser.user_agent is null))
    order by id
    -- Somebody comes again with the browser of an erased person.
    on conflict (id) do update set user_agent = excluded.user_agent;
  end if;

  with change as materialized (
    select id, coalesce(first_at, seen_at) as first_at, seen_at, ip_address, fingerprint, timezone, language,
      screen_width, screen_height, hardware_concurrency, device_memory, browser_id, landing_path,
      coalesce(touch, '{}') as touch, excluded
    from json_to_recordset(reported_changes) as change
      (id uuid, first_at timestamptz, seen_at timestamptz, ip_address text, fingerprint text, timezone text, language text,
       screen_width integer, screen_height integer, hardware_concurrency integer, device_memory real,
       browser_id uuid, landing_path text, touch jsonb, excluded text)
  ), known as materialized (
    select id, first_seen_at, last_view_at, last_counted_at, excluded, last_touch, first_touch, ip_address, timezone, language,
      greatest(last_view_at, date_trunc('second', last_counted_at)) as latest_at
    from visitors where id in (select id from change)
  ), candidate as (
    -- What is counted of a visitor never runs backwards. Where another clock is ahead of this one, or was, a view comes a
    -- second after the latest: within the same one it would be taken for it. Less than two seconds are no such thing.
    select reported.visitor_id, case when reported.at < known.latest_at - interval '1 second'
        then known.latest_at + interval '1 second' else greatest(reported.at, known.latest_at) end as at,
      reported.ms, reported.path, reported.id,
      reported.session_id, reported.title, reported.referrer, change.ip_address,
      coalesce(reported.attribution, known.last_touch, change.touch) as attribution,
      coalesce(known.excluded, change.excluded) is not null
        or exists (select from blocked_ips where is_active and network >>= address_of(change.ip_address))
        or exists (select from blocked_pages where is_active and page_path = reported.path) as hidden,
      -- By another clock it may have viewed something before it was first seen.
      date_trunc('second', known.first_seen_at) - interval '1 hour' as first_seen_at
    from json_to_recordset(reported_views) as reported
      (visitor_id uuid, at timestamptz, ms smallint, path text, id uuid, session_id text, title text, referrer text,
       attribution jsonb)
    join change on change.id = reported.visitor_id
    left join known on known.id = reported.visitor_id
  ), inserted as (
    insert into page_views
      (visitor_id, at, ms, path, id, session_id, title, referrer, ip_address, source, attribution, hidden)
    select visitor_id, at, ms, path, id, session_id, title, referrer, ip_address,
      left(coalesce(attribution ->> 'utm_source', ''), 200), attribution, hidden
    from candidate
    where candidate.first_seen_at is null or (
      -- One look-up, however the plan came about: as \`not exists\` it may become a list of all views of the month. Without
      -- an end in time, by which the views of everybody in that time would seem as few as those of the visitor. In the
      -- order of the primary key, which no other index has, and bounded by a row of its columns: the planner then takes a
      -- visitor for many views and stops at the last that is needed. Named as equal it would be few, which are all read and
      -- sorted, or found among everybody's in the order of time. The second half is also told by a conflict, but that one
      -- waits for whoever is changing the row.
      (select true from (
        select stored.id, stored.at, stored.path from page_views stored
        where stored.visitor_id >= candidate.visitor_id and stored.at >= candidate.first_seen_at
          and (stored.visitor_id, stored.at) <= (candidate.visitor_id, timestamptz 'infinity')
        order by stored.visitor_id desc, stored.at desc limit 50) newest
      where newest.id = candidate.id or (newest.at = candidate.at and newest.path = candidate.path) limit 1) is null)
    on conflict do nothing
    returning visitor_id, at, path, source, hidden
  ), counted as materialized (
    select inserted.visitor_id, inserted.at, inserted.path, inserted.source, coalesce(
        lag(inserted.at) over (partition by inserted.visitor_id order by inserted.at), known.last_view_at) as previous_view,
      coalesce(
        lag(inserted.at) over (partition by inserted.visitor_id order by inserted.at), known.last_counted_at) as previous
    from inserted left join known on known.id = inserted.visitor_id
    where not inserted.hidden
  ), sums as (
    select visitor_id, count(*)::integer as views, max(at) as last_view_at,
      (count(*) filter (where previous_view is null or at - previous_view > interval '30 minutes'))::integer as visits
    from counted group by visitor_id
  ), saved as (
    insert into visitors as stored
      (id, first_seen_at, last_seen_at, last_view_at, last_counted_at, visit_count, page_view_count, ip_address, fingerprint,
       timezone, language, screen_width, screen_height, hardware_concurrency, device_memory, browser_id,
       landing_path, first_touch, last_touch, excluded, was_active)
    select id, first_at, seen_at, sums.last_view_at, sums.last_view_at, coalesce(visits, 0), coalesce(views, 0), ip_address, fingerprint,
      timezone, language, screen_width, screen_height, hardware_concurrency, device_memory, browser_id,
      landing_path, touch, touch, excluded, id in (select visitor_id from candidate)
    from change left join sums on sums.visitor_id = change.id
    order by id
    on conflict (id) do update set
      last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at),
      last_view_at = greatest(stored.last_view_at, excluded.last_view_at),
      last_counted_at = greatest(stored.last_counted_at, excluded.last_counted_at),
      visit_count = stored.visit_count + excluded.visit_count,
      page_view_count = stored.page_view_count + excluded.page_view_count,
      was_active = stored.was_active or excluded.was_active,
      ip_address = coalesce(excluded.ip_address, stored.ip_address),
      fingerprint = coalesce(excluded.fingerprint, stored.fingerprint),
      timezone = coalesce(excluded.timezone, stored.timezone),
      language = coalesce(excluded.language, stored.language),
      screen_width = coalesce(excluded.screen_width, stored.screen_width),
      screen_height = coalesce(excluded.screen_height, stored.screen_height),
      hardware_concurrency = coalesce(excluded.hardware_concurrency, stored.hardware_concurrency),
      device_memory = coalesce(excluded.device_memory, stored.device_memory),
      browser_id = coalesce(excluded.browser_id, stored.browser_id),
      landing_path = coalesce(stored.landing_path, excluded.landing_path),
      first_touch = case when stored.first_touch = '{}' then excluded.first_touch else stored.first_touch end,
      last_touch = case when excluded.last_touch = '{}' then stored.last_touch else excluded.last_touch end
  ), pending_search as (
    -- What a visitor can be found by is new or has changed; every address it ever had passes here.
    insert into pending_visitors (visitor_id, ip_address)
    select change.id, change.ip_address from change left join known on known.id = change.id
    where known.id is null or change.ip_address <> known.ip_address or change.timezone <> known.timezone
      or change.language <> known.language or (known.first_touch = '{}' and change.touch <> '{}')
      or (known.timezone is null and change.timezone is not null) or (known.language is null and change.language is not null)
      or (known.ip_address is null and change.ip_address is not null)
  )
  -- Counted by the rollup, in bulk.
  insert into rollup_queue (visitor_id, at, path, source, previous)
  select visitor_id, at, path, source, previous from counted;
end
$function$`,
])
