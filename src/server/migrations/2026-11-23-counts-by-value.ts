import { type Kysely, sql } from 'kysely'

/**
 * Counts by value (page, source, campaign, ad, step of the funnel), folded in bulk from what is pending. Tracking only
 * notes each counted view; `counting_state` says that the counts have to be made from all events once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

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
