import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { gatherValues, MANY_EVENTS } from './gathered-events.ts'

/** How `addToValues` counts what was gathered. */
export type Adding = {
  /**
   * Whether the gathered events are all that their visitors and leads ever did, or come after what is counted. What is
   * taken back is all that was counted of somebody.
   */
  areAll: boolean
  /** Whether some of them are taken back. */
  takesBack?: boolean
  /** Whether of none of their visitors it is noted yet when they were last seen on a value. */
  areNew?: boolean
}

/**
 * Adds the gathered events to the counts by value, in every timezone that is counted, and notes who was last seen on
 * which value. The caller holds the lock of the counts.
 */
export async function addToValues(transaction: Queryable, adding: Adding): Promise<void> {
  const { rows } = await sql<{ id: number; visitorsThrough: string | null; leadsThrough: string | null }>`
    select id, visitors_through as "visitorsThrough", leads_through as "leadsThrough"
    from counted_timezones where counted_at is null`.execute(transaction)
  // A timezone that is being counted takes the events of those alone whom it has counted; the rest come with their turn.
  for (const { id, visitorsThrough, leadsThrough } of rows) {
    const isIn = sql`subject_id <= case when kind in ('visitor', 'converted') then ${visitorsThrough}::uuid else ${leadsThrough}::uuid end`
    await add(transaction, adding, { zones: sql`id = ${id}`, isIn })
  }
  await add(transaction, adding, { zones: sql`counted_at is not null`, isIn: sql`true`, isWhole: true })
}

/** Which part of the gathered events goes into the days of which timezones, and whether it goes into everything else. */
type Part = {
  zones: RawBuilder<unknown>
  isIn: RawBuilder<unknown>
  isWhole?: boolean
  /** The table of days that it goes into, and which days alone do, as a condition on `local`. */
  into?: 'value_days' | 'sealed_parts'
  days?: RawBuilder<unknown>
}

/** Adds the gathered events to the days of one timezone, and to nothing else. */
export const addToDays = (transaction: Queryable, zone: number): Promise<void> =>
  add(transaction, { areAll: true }, { zones: sql`id = ${zone}`, isIn: sql`true` })

/** Adds the gathered events to what is sealed of the day in which a sealed month ends, in every timezone, and to nothing else. */
export const addToSealedParts = (transaction: Queryable, before: Date): Promise<void> =>
  add(
    transaction,
    { areAll: true },
    {
      zones: sql`counted_at is not null`,
      isIn: sql`true`,
      into: 'sealed_parts',
      days: sql`local.day = (select (${before}::timestamptz at time zone name)::date from counted_timezones where id = local.tz)`,
    },
  )

async function add(
  transaction: Queryable,
  { areAll, takesBack = false, areNew = false }: Adding,
  { zones, isIn, isWhole = false, into = 'value_days', days = sql`true` }: Part,
): Promise<void> {
  const isMany = (await gatherValues(transaction, isIn)) > MANY_EVENTS
  if (isMany) await sql`set local enable_nestloop = off`.execute(transaction)
  // As a list: its rows are looked up one by one however the rest is joined.
  const isGathered = sql`select distinct subject_id from tuple_events`
  await sql`
    with tuple_hours as materialized (
      select tuple, hour, sum(n)::integer as n from tuple_events group by 1, 2 having sum(n) <> 0
    ), tuple_values as (
      select tuple, array_agg(id) as ids from gathered_values where within = '' group by 1
    ), present as materialized (
      -- Who was there in an hour, and in which hour before.
      select id, subject_id, sign, hour, at as last_at, before from (
        select id, subject_id, sign, hour, at, lag(hour) over (partition by subject_id, sign, id order by hour, at desc) as before
        from (
          select subject_id, sign, hour, at, unnest(ids) as id from tuple_events join tuple_values using (tuple)
          order by subject_id, sign
        ) one
      ) seen where before is distinct from hour
    ), single_value as materialized (
      select distinct on (id) id, kind, dimension from gathered_values where within = ''
    ), known as materialized (
      -- Of whom all is gathered, what lies before it is counted for good.
      select subject_id, value_id, counted.kind, date_trunc('hour', last_at, 'UTC') as hour
      from ${areAll ? sql`sealed_values` : sql`(select visitor_id as subject_id, value_id, last_at from visitor_values) seen`}
      join counted_values counted on counted.id = value_id
      where subject_id = any(array(${isGathered}))
    ), known_at_all as materialized (
      select subject_id, kind, max(hour) as hour from known group by 1, 2
    ), lagged as (
      select present.id, present.hour, present.sign, coalesce(present.before,
        -- What brought a browser first stays the same: it was there whenever the browser was.
        case when value.dimension in ('all', 'touch') then known_at_all.hour else known.hour end) as previous
      from present join single_value value using (id)
      left join known on known.subject_id = present.subject_id and known.value_id = present.id
      left join known_at_all on known_at_all.subject_id = present.subject_id and known_at_all.kind = value.kind
    ), arrived as materialized (
      -- What is taken back and counted again the same way is nothing.
      select id, hour, previous, sum(sign)::integer as n from lagged
      where previous is distinct from hour group by 1, 2, 3 having sum(sign) <> 0
    ), local as materialized (
      select zone.id as tz, one.hour, (one.hour at time zone zone.name)::date as day,
        (extract(epoch from one.hour - ((one.hour at time zone zone.name)::date::timestamp at time zone zone.name)) / 3600)::integer as since
      from (select distinct hour from tuple_hours union select distinct hour from arrived
        union select distinct previous from arrived where previous is not null) one
      cross join (select id, name from counted_timezones where ${zones}) zone
    ), tuple_days as (
      select tuple, tz, day, sum(n) as n from tuple_hours join local using (hour) where ${days} group by 1, 2, 3
    ), active as materialized (
      select arrived.id, now.tz, now.day, now.since, now.day - before.day as gap, arrived.n
      from arrived join (select * from local where ${days}) now on now.hour = arrived.hour
      left join local before on before.hour = arrived.previous and before.tz = now.tz
      where before.day is distinct from now.day
    ), counted as (
      select id, tz, day, coalesce(sum(n) filter (where is_event), 0) as events,
        coalesce(sum(n) filter (where not is_event and gap is null), 0) as fresh,
        coalesce(array_agg(gap) filter (where gap is not null), '{}') as gaps,
        coalesce(array_agg(n::bigint) filter (where gap is not null), '{}') as counts
      from (
        select value.id, tz, day, null::integer as gap, sum(n) as n, true as is_event
        from tuple_days join gathered_values value using (tuple) group by 1, 2, 3
        union all
        select id, tz, day, gap, sum(n), false from active group by 1, 2, 3, 4
        union all
        select value.id, tz, day, gap, n, false from (
          select kind, since, tz, day, gap, sum(n) as n from active join single_value using (id)
          where dimension = 'all' and kind in ('visitor', 'lead') group by 1, 2, 3, 4, 5
        ) arrival join counted_values value on value.dimension = 'arrival' and value.within = ''
          and value.kind = arrival.kind and value.value = since::text
      ) one where n <> 0 group by 1, 2, 3
    ), days as (
      insert into ${sql.table(into)} as stored (value_id, tz, day, events, fresh, again)
      select id, tz, day, events, fresh, case when gaps = '{}' then gaps else again_of(gaps, counts) end from counted
      order by 1, 2, 3
      on conflict (value_id, tz, day) do update set events = stored.events + excluded.events,
        fresh = stored.fresh + excluded.fresh, again = case when excluded.again = '{}' then stored.again
          else again_sum(stored.again, excluded.again) end
    )${isWhole ? sql`, ${takesBack ? seenAnew : seenLast(areNew)} ${hours}` : sql` select 1`}`.execute(
    transaction,
  )
  if (isMany) await sql`set local enable_nestloop = on`.execute(transaction)
}

/** Notes when somebody was last seen on a value; looking for what is noted already costs twice what noting does. */
const seenLast = (areNew: boolean) => sql`
  newest as (
    insert into visitor_values as stored (visitor_id, value_id, last_at)
    select subject_id, id, max(last_at) from present join single_value using (id)
    where kind in ('visitor', 'converted') and dimension not in ('all', 'touch') group by 1, 2 order by 1, 2
    ${areNew ? sql`` : sql`on conflict (visitor_id, value_id) do update set last_at = greatest(stored.last_at, excluded.last_at)`}
  )`

const isGone = sql`stored.visitor_id = any(array(
    select distinct subject_id from gathered_events where kind in ('visitor', 'converted')))
  and (stored.visitor_id, stored.value_id) not in (select subject_id, id from present where sign = 1)`

/** Notes when those were last seen on a value of whom all is counted again, and forgets where they were not. */
const seenAnew = sql`
  newest as (
    insert into visitor_values as stored (visitor_id, value_id, last_at)
    select subject_id, id, max(last_at) from present join single_value using (id)
    where sign = 1 and kind in ('visitor', 'converted') and dimension not in ('all', 'touch') group by 1, 2
    on conflict (visitor_id, value_id) do update set last_at = excluded.last_at
    where stored.last_at <> excluded.last_at
  ), gone as (
    delete from visitor_values stored
    where ${isGone} and not exists (select from sealed_values sealed
      where sealed.subject_id = stored.visitor_id and sealed.value_id = stored.value_id)
  ), sealed as (
    update visitor_values stored set last_at = sealed.last_at from sealed_values sealed
    where sealed.subject_id = stored.visitor_id and sealed.value_id = stored.value_id
      and stored.last_at <> sealed.last_at and ${isGone}
  )`

const hours = sql`
  insert into value_hours as stored (value_id, hour, events, subjects)
  select id, hour, sum(events), sum(subjects) from (
    select value.id, hour, n as events, 0 as subjects from tuple_hours join gathered_values value using (tuple)
    where dimension in ('all', 'page', 'source', 'campaign', 'ad')
    union all
    select id, hour, 0, n from arrived join single_value using (id) where dimension <> 'touch'
  ) one group by 1, 2 having sum(events) <> 0 or sum(subjects) <> 0 order by 1, 2
  on conflict (value_id, hour) do update set events = stored.events + excluded.events,
    subjects = stored.subjects + excluded.subjects`
