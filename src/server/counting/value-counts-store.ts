import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { assignTouches } from './ad-touches.ts'
import { singleValues, valueKey, valuesWithin } from './counted-values.ts'
import { nameValues } from './named-values.ts'

/** How `addToValues` counts what was gathered. */
export type Adding = {
  /**
   * Whether the gathered events are all that their visitors and leads ever did, or come after what is counted. What is
   * taken back is all that was counted of somebody.
   */
  areAll: boolean
  /** Whether some of them are taken back. */
  takesBack?: boolean
}

// From so many on, joins read both sides whole; the planner knows nothing of what a statement makes on its way.
const MANY = 500

/**
 * Empties the connection's table of events to be counted and fills it from a query of (kind, subject_id, at, path,
 * source, campaign, ad, touch, referrer, title, events): `events` is 1 for what is counted as an event and 0 for what only
 * shows that somebody was there. `taking` is what that query reads from where it takes rows away. A `sign` of -1 takes
 * back what was counted; `besides` leaves what is gathered already, so that only what differs has to be written.
 */
export async function gatherEvents(
  transaction: Queryable,
  events: RawBuilder<unknown>,
  {
    taking = sql``,
    sign = 1,
    besides = false,
  }: { taking?: RawBuilder<unknown>; sign?: 1 | -1; besides?: boolean } = {},
): Promise<number> {
  await sql`create temporary table if not exists gathered_events (kind text, subject_id uuid, at timestamptz,
    hour timestamptz, path text, source text, campaign text, ad text, touch text, referrer text, title text, events integer, sign integer)
    on commit delete rows`.execute(transaction)
  if (!besides) await sql`truncate gathered_events`.execute(transaction)
  // The statements below are planned for a handful of events and for millions; compiling them never pays.
  await sql`set local jit = off`.execute(transaction)
  const { numAffectedRows } = await sql`
    ${taking} insert into gathered_events (kind, subject_id, at, hour, path, source, campaign, ad, touch, referrer, title, events, sign)
    select kind, subject_id, at, date_trunc('hour', at, 'UTC'), path, source, campaign, ad, touch, referrer, title, events, ${sign}::integer
    from (${events}) event (kind, subject_id, at, path, source, campaign, ad, touch, referrer, title, events)`.execute(
    transaction,
  )
  const count = Number(numAffectedRows ?? 0)
  if (count > MANY) await sql`analyze gathered_events`.execute(transaction)
  // What is taken back is named with what is gathered besides.
  if (sign === 1 && (count > 0 || besides)) {
    await nameValues(transaction)
    await assignTouches(transaction, { isAnew: besides })
  }
  return count
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
  { areAll, takesBack = false }: Adding,
  { zones, isIn, isWhole = false, into = 'value_days', days = sql`true` }: Part,
): Promise<void> {
  const isMany = (await gatherValues(transaction, isIn)) > MANY
  if (isMany) await sql`set local enable_nestloop = off`.execute(transaction)
  // As a list: its rows are looked up one by one however the rest is joined.
  const isGathered = sql`select distinct subject_id from gathered_events where ${isIn}`
  await sql`
    with event as materialized (
      select id, dimension, hour, n from gathered_values where n <> 0
    ), one as materialized (
      select kind, subject_id, hour, at, sign, dimension, value from gathered_events
      cross join lateral ${singleValues} single (dimension, value) where ${isIn}
    ), named as materialized (
      select distinct id, kind, dimension, value from gathered_values where within = ''
    ), present as materialized (
      select named.id, kind, dimension, one.subject_id, one.hour, one.sign, max(one.at) as last_at
      from one join named using (kind, dimension, value) group by 1, 2, 3, 4, 5, 6
    ), known as materialized (
      -- Of whom all is gathered, what lies before it is counted for good.
      select subject_id, value_id, counted.kind, date_trunc('hour', last_at, 'UTC') as hour
      from ${areAll ? sql`sealed_values` : sql`(select visitor_id as subject_id, value_id, last_at from visitor_values) seen`}
      join counted_values counted on counted.id = value_id
      where subject_id = any(array(${isGathered}))
    ), known_at_all as materialized (
      select subject_id, kind, max(hour) as hour from known group by 1, 2
    ), lagged as (
      select present.id, present.kind, present.dimension, present.hour, present.sign, coalesce(
        lag(present.hour) over (partition by present.id, present.subject_id, present.sign order by present.hour),
        -- What brought a browser first stays the same: it was there whenever the browser was.
        case when present.dimension in ('all', 'touch') then known_at_all.hour else known.hour end) as previous
      from present left join known on known.subject_id = present.subject_id and known.value_id = present.id
      left join known_at_all on known_at_all.subject_id = present.subject_id and known_at_all.kind = present.kind
    ), arrived as materialized (
      -- What is taken back and counted again the same way is nothing.
      select id, kind, dimension, hour, previous, sum(sign) as n from lagged
      where previous is distinct from hour group by 1, 2, 3, 4, 5 having sum(sign) <> 0
    ), local as materialized (
      select zone.id as tz, one.hour, (one.hour at time zone zone.name)::date as day,
        (extract(epoch from one.hour - ((one.hour at time zone zone.name)::date::timestamp at time zone zone.name)) / 3600)::integer as since
      from (select hour from event union select hour from arrived
        union select previous from arrived where previous is not null) one
      cross join (select id, name from counted_timezones where ${zones}) zone
    ), active as materialized (
      select arrived.id, arrived.kind, arrived.dimension, now.tz, now.day, now.since, now.day - before.day as gap, arrived.n
      from arrived join (select * from local where ${days}) now on now.hour = arrived.hour
      left join local before on before.hour = arrived.previous and before.tz = now.tz
      where before.day is distinct from now.day
    ), counted as (
      select id, tz, day, coalesce(sum(n) filter (where is_event), 0) as events,
        coalesce(sum(n) filter (where not is_event and gap is null), 0) as fresh,
        coalesce(array_agg(gap) filter (where gap is not null), '{}') as gaps,
        coalesce(array_agg(n::bigint) filter (where gap is not null), '{}') as counts
      from (
        select id, tz, day, null::integer as gap, sum(n) as n, true as is_event
        from event join local on local.hour = event.hour where ${days} group by 1, 2, 3
        union all
        select id, tz, day, gap, sum(n), false from active group by 1, 2, 3, 4
        union all
        select id, tz, day, gap, n, false from (
          select tz, day, gap, sum(n) as n, (
            select id from counted_values arrival
            where arrival.key = ${valueKey(sql`active.kind`, sql`'arrival'`, sql`''`, sql`active.since::text`)}) as id
          from active where dimension = 'all' and kind in ('visitor', 'lead') group by kind, since, tz, day, gap
        ) arrival where id is not null
      ) one where n <> 0 group by 1, 2, 3
    ), days as (
      insert into ${sql.table(into)} as stored (value_id, tz, day, events, fresh, again)
      select id, tz, day, events, fresh, again_of(gaps, counts) from counted
      order by 1, 2, 3
      on conflict (value_id, tz, day) do update set events = stored.events + excluded.events,
        fresh = stored.fresh + excluded.fresh, again = case when excluded.again = '{}' then stored.again
          else again_sum(stored.again, excluded.again) end
    )${isWhole ? sql`, ${takesBack ? seenAnew : seenLast} ${hours}` : sql` select 1`}`.execute(transaction)
  if (isMany) await sql`set local enable_nestloop = on`.execute(transaction)
}

/** Notes when somebody was last seen on a value. */
const seenLast = sql`
  newest as (
    insert into visitor_values as stored (visitor_id, value_id, last_at)
    select subject_id, id, max(last_at) from present
    where kind in ('visitor', 'converted') and dimension not in ('all', 'touch') group by 1, 2 order by 1, 2
    on conflict (visitor_id, value_id) do update set last_at = greatest(stored.last_at, excluded.last_at)
  )`

const isGone = sql`stored.visitor_id = any(array(
    select distinct subject_id from gathered_events where kind in ('visitor', 'converted')))
  and (stored.visitor_id, stored.value_id) not in (select subject_id, id from present where sign = 1)`

/** Notes when those were last seen on a value of whom all is counted again, and forgets where they were not. */
const seenAnew = sql`
  newest as (
    insert into visitor_values as stored (visitor_id, value_id, last_at)
    select subject_id, id, max(last_at) from present
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
    select id, hour, n as events, 0 as subjects from event where dimension in ('all', 'page', 'source', 'campaign', 'ad')
    union all
    select id, hour, 0, n from arrived where dimension <> 'touch'
  ) one group by 1, 2 order by 1, 2
  on conflict (value_id, hour) do update set events = stored.events + excluded.events,
    subjects = stored.subjects + excluded.subjects`

/** The gathered events by hour and by all their values, each value with the id under which it is stored. */
async function gatherValues(transaction: Queryable, isIn: RawBuilder<unknown>): Promise<number> {
  await sql`create temporary table if not exists gathered_values (id integer, key uuid, kind text, hour timestamptz,
    dimension text, within text, value text, n bigint) on commit delete rows`.execute(transaction)
  await sql`truncate gathered_values`.execute(transaction)
  const { numAffectedRows } = await sql`
    with tuple as materialized (
      select kind, hour, path, source, campaign, ad, touch, referrer, sum(sign * events) as n
      from gathered_events where ${isIn} group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    insert into gathered_values (key, kind, hour, dimension, within, value, n)
    select ${valueKey(sql`kind`, sql`dimension`, sql`within`, sql`value`)}, kind, hour, dimension, within, value, sum(n) from (
      select kind, hour, dimension, '' as within, value, n from tuple
      cross join lateral ${singleValues} one (dimension, value)
      union all
      select kind, hour, dimension, within, value, n from tuple
      cross join lateral ${valuesWithin} one (dimension, within, value) where kind = 'visitor' and n <> 0
    ) one where value is not null and within is not null group by kind, hour, dimension, within, value
    -- Who was there is told by the single values, even where nothing is to be added.
    having within = '' or sum(n) <> 0`.execute(transaction)
  const count = Number(numAffectedRows ?? 0)
  if (count > MANY) await sql`analyze gathered_values`.execute(transaction)
  await sql`
    insert into counted_values (key, kind, dimension, within, value)
    select distinct key, kind, dimension, within, value from gathered_values
    where not exists (select from counted_values stored where stored.key = gathered_values.key)
    on conflict do nothing`.execute(transaction)
  await sql`update gathered_values set id = stored.id from counted_values stored where stored.key = gathered_values.key`.execute(
    transaction,
  )
  return count
}
