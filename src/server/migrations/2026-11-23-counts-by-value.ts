import { type Kysely, sql } from 'kysely'

/**
 * Counts by value (page, source, campaign, ad, step of the funnel), folded in bulk from what is pending. Tracking only
 * notes each counted view; `counting_state` says that the counts have to be made from all events once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const recordTracking = `
create or replace function record_tracking(reported_views json, reported_changes json) returns void language plpgsql
-- The plan is kept while the tables grow from nothing to millions: only look-ups by index stay right.
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $function$
begin
  -- Shared with other writers, never with a change of what is counted; each statement below sees what was
  -- committed once the lock is held.
  perform pg_advisory_xact_lock_shared(7310001);

  with change as materialized (
    select * from json_to_recordset(reported_changes) as change
      (id uuid, first_at timestamptz, seen_at timestamptz, ip_address text, fingerprint text, timezone text, language text,
       screen_width integer, screen_height integer, hardware_concurrency integer, device_memory real,
       user_agent text, device jsonb, landing_path text, touch jsonb, excluded text)
  ), known as materialized (
    select id, last_view_at, excluded, last_touch, first_touch, ip_address, timezone, language from visitors
    where id in (select id from change) order by id for update
  ), candidate as (
    select reported.visitor_id, greatest(reported.at, known.last_view_at) as at, reported.path, reported.id,
      reported.session_id, reported.title, reported.referrer, reported.ip_address,
      coalesce(reported.attribution, known.last_touch, change.touch) as attribution,
      coalesce(known.excluded, change.excluded) is not null
        or exists (select from blocked_ips where is_active and blocked_ips.ip_address = reported.ip_address)
        or exists (select from blocked_pages where is_active and page_path = reported.path) as hidden
    from json_to_recordset(reported_views) as reported
      (visitor_id uuid, at timestamptz, path text, id uuid, session_id text, title text, referrer text,
       ip_address text, attribution jsonb)
    join change on change.id = reported.visitor_id
    left join known on known.id = reported.visitor_id
  ), inserted as (
    insert into page_views
      (visitor_id, at, path, id, session_id, title, referrer, ip_address, source, attribution, hidden)
    select visitor_id, at, path, id, session_id, title, referrer, ip_address,
      left(coalesce(attribution ->> 'utm_source', ''), 200), attribution, hidden
    from candidate
    where not exists (
      select from page_views stored where stored.visitor_id = candidate.visitor_id and stored.id = candidate.id)
    on conflict do nothing
    returning visitor_id, at, path, source, hidden
  ), counted as materialized (
    select inserted.visitor_id, inserted.at, inserted.path, inserted.source, coalesce(
        lag(inserted.at) over (partition by inserted.visitor_id order by inserted.at), known.last_view_at) as previous
    from inserted left join known on known.id = inserted.visitor_id
    where not inserted.hidden
  ), sums as (
    select visitor_id, count(*)::integer as views, max(at) as last_view_at,
      (count(*) filter (where previous is null or at - previous > interval '30 minutes'))::integer as visits
    from counted group by visitor_id
  ), saved as (
    insert into visitors as stored
      (id, first_seen_at, last_seen_at, last_view_at, visit_count, page_view_count, ip_address, fingerprint,
       timezone, language, screen_width, screen_height, hardware_concurrency, device_memory, user_agent, device,
       landing_path, first_touch, last_touch, excluded)
    select id, first_at, seen_at, sums.last_view_at, coalesce(visits, 0), coalesce(views, 0), ip_address, fingerprint,
      timezone, language, screen_width, screen_height, hardware_concurrency, device_memory, user_agent,
      coalesce(device, '{}'), landing_path, touch, touch, excluded
    from change left join sums on sums.visitor_id = change.id
    order by id
    on conflict (id) do update set
      last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at),
      last_view_at = greatest(stored.last_view_at, excluded.last_view_at),
      visit_count = stored.visit_count + excluded.visit_count,
      page_view_count = stored.page_view_count + excluded.page_view_count,
      ip_address = coalesce(excluded.ip_address, stored.ip_address),
      fingerprint = coalesce(excluded.fingerprint, stored.fingerprint),
      timezone = coalesce(excluded.timezone, stored.timezone),
      language = coalesce(excluded.language, stored.language),
      screen_width = coalesce(excluded.screen_width, stored.screen_width),
      screen_height = coalesce(excluded.screen_height, stored.screen_height),
      hardware_concurrency = coalesce(excluded.hardware_concurrency, stored.hardware_concurrency),
      device_memory = coalesce(excluded.device_memory, stored.device_memory),
      user_agent = coalesce(excluded.user_agent, stored.user_agent),
      device = case when excluded.device = '{}' then stored.device else excluded.device end,
      landing_path = coalesce(stored.landing_path, excluded.landing_path),
      first_touch = case when stored.first_touch = '{}' then excluded.first_touch else stored.first_touch end,
      last_touch = case when excluded.last_touch = '{}' then stored.last_touch else excluded.last_touch end
  ), pending as (
    insert into pending_views (visitor_id, at, path) select visitor_id, at, path from counted
  ), pending_search as (
    -- What a visitor can be found by is new or has changed.
    insert into pending_visitors (visitor_id)
    select change.id from change left join known on known.id = change.id
    where known.id is null or change.ip_address <> known.ip_address or change.timezone <> known.timezone
      or change.language <> known.language or (known.first_touch = '{}' and change.touch <> '{}')
      or (known.timezone is null and change.timezone is not null) or (known.language is null and change.language is not null)
      or (known.ip_address is null and change.ip_address is not null)
  ), cells as (
    insert into distinct_cells (kind, tz, day, previous_day, count)
    select 'visitor', tz, day, previous_day, sum(visitors) from (
      select zone.tz, (hour at time zone zone.tz)::date as day,
        coalesce((previous_hour at time zone zone.tz)::date, date '0001-01-01') as previous_day, visitors
      from (
        -- All ten timezones are whole hours from UTC, so a day is decided by the hour.
        select date_trunc('hour', at, 'UTC') as hour, date_trunc('hour', previous, 'UTC') as previous_hour,
          count(*) as visitors
        from counted group by 1, 2
      ) one
      cross join (values ('America/Los_Angeles'), ('America/New_York'), ('America/Chicago'), ('America/Denver'),
        ('UTC'), ('Europe/London'), ('Europe/Paris'), ('Asia/Tokyo'), ('Asia/Shanghai'), ('Australia/Sydney')) zone (tz)
    ) cell where day <> previous_day group by 2, 3, 4 order by 2, 3, 4
    on conflict (kind, tz, day, previous_day) do update set count = distinct_cells.count + excluded.count
  ), details as (
    insert into hourly_counts (hour, path, source, kind, count)
    select date_trunc('hour', at, 'UTC'), path, source, 'view', count(*) from counted group by 1, 2, 3 order by 1, 2, 3
    on conflict (hour, path, source, kind) do update set count = hourly_counts.count + excluded.count
  )
  insert into hourly_totals (hour, kind, count)
  select date_trunc('hour', at, 'UTC'), 'view', count(*) from counted group by 1 order by 1
  on conflict (hour, kind) do update set count = hourly_totals.count + excluded.count;
end
$function$`

const statements = [
  // Emptied again and again: without frequent vacuuming, finding it empty would read all that was ever in it.
  `create table pending_views (visitor_id uuid not null, at timestamptz not null, path text not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `create table pending_leads (lead_id uuid not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `create table pending_visitors (visitor_id uuid not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,
  `create table pending_logs (rule_id uuid, tag_name text not null, status text not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1)`,

  `create table counted_values (
    id integer generated always as identity primary key,
    key uuid not null unique,
    kind text not null,
    dimension text not null,
    within text not null,
    value text not null
  )`,
  'create index counted_values_by_dimension on counted_values (dimension, within)',

  // By the hours since a local day began: who came for the first time that day within that hour.
  `insert into counted_values (key, kind, dimension, within, value)
    select md5(jsonb_build_array(kind, 'arrival', '', hours::text)::text)::uuid, kind, 'arrival', '', hours::text
    from unnest(array['visitor', 'lead']) kind cross join generate_series(0, 24) hours`,

  // again[k]: those of the day whose active day before lies k or more days back; never seen before: fresh.
  `create table value_days (
    value_id integer not null,
    tz smallint not null,
    day date not null,
    events integer not null,
    fresh integer not null,
    again integer[] not null,
    primary key (value_id, tz, day)
  ) with (fillfactor = 80)`,
  `create table value_hours (
    value_id integer not null,
    hour timestamptz not null,
    events integer not null,
    subjects integer not null,
    primary key (value_id, hour)
  )`,

  `create table visitor_values (
    visitor_id uuid not null,
    value_id integer not null,
    last_at timestamptz not null,
    primary key (visitor_id, value_id)
  )`,
  'create index visitor_values_newest on visitor_values (value_id, last_at desc, visitor_id desc)',

  `create table lead_steps (
    lead_id uuid not null,
    step text not null,
    at timestamptz not null,
    primary key (lead_id, step)
  )`,
  // A lead as it stands in the counts, so that it can be taken back whatever became of it since.
  'create table lead_states (lead_id uuid primary key, captures jsonb not null, steps text[] not null)',

  // What a visitor is found by, apart from the busy table of visitors.
  'create table visitor_search (visitor_id uuid primary key, text text not null)',
  'create table page_titles (key uuid primary key, path text not null, title text not null)',
  'create table log_counts (rule_id uuid, tag_name text not null, status text not null, count bigint not null, unique nulls not distinct (rule_id, tag_name, status))',
  'insert into log_counts (rule_id, tag_name, status, count) select rule_id, tag_name, status, count(*) from auto_tag_logs group by 1, 2, 3',

  `create table counting_state (id integer primary key, is_counted boolean not null)`,
  'insert into counting_state (id, is_counted) select 1, not exists (select from page_views) and not exists (select from lead_captures)',

  `insert into lead_steps (lead_id, step, at)
    select lead_id, step, min(at) from (
      select tag.lead_id, tag.created_at as at, case
        when coalesce(rule.trigger, tag.trigger) = 'video_progress' or tag.tag_name = 'VH02 - Saw Pitch' then 'saw-pitch'
        when coalesce(rule.trigger, tag.trigger) = 'application' or tag.tag_name = 'VH03 - Filled Application' then 'applied'
        when coalesce(rule.trigger, tag.trigger) = 'booking' or tag.tag_name = 'VH04 - Booked Call' then 'booked' end as step
      from lead_tags tag left join auto_tag_rules rule on rule.id = tag.rule_id
      union all
      select lead_id, at, case trigger when 'application' then 'applied' else 'booked' end from signed_facts
      where lead_id is not null and trigger in ('application', 'booking')
    ) reached where step is not null group by lead_id, step`,

  `create function again_of(gaps integer[], counts bigint[]) returns integer[] language plpgsql immutable as $function$
  declare
    longest integer := (select max(gap) from unnest(gaps) gap);
    own integer[];
    running integer := 0;
  begin
    if longest is null then return '{}'; end if;
    own := array_fill(0, array[longest]);
    for i in 1..cardinality(gaps) loop own[gaps[i]] := own[gaps[i]] + counts[i]::integer; end loop;
    for k in reverse longest..1 loop running := running + own[k]; own[k] := running; end loop;
    return own;
  end $function$`,
  // Ends at the last number that is not zero, so that taking back gives the very same array.
  `create function again_sum(a integer[], b integer[]) returns integer[] language plpgsql immutable as $function$
  declare
    sum integer[] := case when cardinality(a) >= cardinality(b) then a else b end;
    other integer[] := case when cardinality(a) >= cardinality(b) then b else a end;
    last integer;
  begin
    for k in 1..cardinality(other) loop sum[k] := sum[k] + other[k]; end loop;
    last := cardinality(sum);
    while last > 0 and sum[last] = 0 loop last := last - 1; end loop;
    if last = 0 then return '{}'; end if;
    return sum[1:last];
  end $function$`,
  recordTracking,
  "create index lead_captures_by_campaign on lead_captures (nullif(left(attribution ->> 'utm_campaign', 200), ''), at desc)",
  "create index lead_captures_by_ad on lead_captures (nullif(left(attribution ->> 'utm_ad', 200), ''), at desc)",
  'create index lead_captures_by_source on lead_captures (source, at desc)',
  'create index auto_tag_logs_by_lead on auto_tag_logs (lead_id)',
  'create index auto_tag_logs_by_tag on auto_tag_logs (tag_name, at desc)',
  'create index lead_tags_by_name on lead_tags (tag_name, lead_id)',
  'create index lead_steps_by_step on lead_steps (step, lead_id)',
  // Searching is quick where the database has this extension or lets us add it; without it the same search reads more.
  `do $block$ begin
    create extension if not exists pg_trgm;
    create index leads_searched on leads using gin ((name || ' ' || email || ' ' || phone || ' ' || slug) gin_trgm_ops);
    create index visitor_search_text on visitor_search using gin (text gin_trgm_ops);
  exception when others then raise notice 'pg_trgm is not available: %', sqlerrm;
  end $block$`,
]
