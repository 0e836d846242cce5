import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isWaiting } from './backlog.ts'
import { countTimezones } from './counted-timezones.ts'
import { activityAsEvents, singleValues } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { recountAll } from './recount-portion.ts'
import { readRecounting } from './recount-queue.ts'
import { leadsAsEvents } from './roll-up-leads.ts'
import { rollUpBefore } from './roll-up-portion.ts'
import { sumOfDays, sumOfHours } from './seal-sums.ts'
import { readSealedBefore } from './sealed.ts'
import { lockForRollup, lockStandingCounts } from './store.ts'
import { addToSealedParts } from './value-counts-store.ts'

const TRIES = 20

/** The transaction that seals a month: the database's process that is at it, and the second since 1970 it began at. */
export type Sealing = { backend: number; begun: string }

/**
 * Counts the month (of UTC) that begins at `month`, and all before it, for good: from then on its page views are not
 * needed for any number. Who visited it and comes back is known, and its counts have sums that tell whether they ever
 * change. All of it in one transaction, in which nobody who stores waits; new events are counted after it. Says whether
 * it is sealed: not where the counts do not stand or keep being counted anew. `onBegun` is told what is at it, for
 * `cancelSealing`.
 */
export async function sealMonth(
  database: Database,
  month: Date,
  now: Date,
  onBegun: (sealing: Sealing) => void = () => {},
): Promise<boolean> {
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1))
  for (let tries = 0; tries < TRIES; tries += 1) {
    // What was hidden while its events were there is counted anew while they are.
    await recountAll(database)
    while (await countTimezones(database, { patiently: true }));
    const state = await database.transaction().execute(async (transaction) => {
      const { rows } = await sql<Sealing>`
        select pg_backend_pid() as backend, extract(epoch from now())::text as begun`.execute(transaction)
      for (const sealing of rows) onBegun(sealing)
      return seal(transaction, { month, end }, now)
    })
    if (state !== 'not yet') return state === 'sealed'
  }
  return false
}

/**
 * Breaks off the transaction that seals a month; nothing is done where it has ended, whatever its process of the
 * database is at since.
 */
export async function cancelSealing(database: Database, { backend, begun }: Sealing): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where pid = ${backend} and extract(epoch from xact_start) = ${begun}::numeric`.execute(database)
}

type Month = { month: Date; end: Date }

async function seal(
  transaction: Queryable,
  { month, end }: Month,
  now: Date,
): Promise<'sealed' | 'not yet' | 'cannot be'> {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local work_mem = '32MB'`.execute(transaction)
  await lockForRollup(transaction, true)
  if (!(await lockStandingCounts(transaction))) return 'cannot be'
  const before = await readSealedBefore(transaction)
  if (before && before >= end) return 'sealed'
  if (await readRecounting(transaction)) return 'not yet'
  const { rows } = await sql`select from counted_timezones where counted_at is null`.execute(transaction)
  if (rows.length > 0) return 'not yet'
  await rollUpBefore(transaction, end)
  const first = before ? sql`${before}::timestamptz` : sql`'-infinity'::timestamptz`
  const isIn = (at: RawBuilder<unknown>) => sql`(${at} >= ${first} and ${at} < ${end}::timestamptz)`
  await sealVisitors(transaction, isIn)
  await sealValues(transaction, isIn, end)
  await sealPart(transaction, end)
  await noteSums(transaction, { month, end }, before, now)
  await sql`delete from named_values where day < (${end}::timestamptz at time zone 'UTC')::date`.execute(
    transaction,
  )
  await sql`delete from set_aside_events where at < ${end}`.execute(transaction)
  await sql`update counting_state set sealed_before = ${end}`.execute(transaction)
  return 'sealed'
}

type IsIn = (at: RawBuilder<unknown>) => RawBuilder<unknown>

/** What each visitor did, counted as its row counts it. */
async function sealVisitors(transaction: Queryable, isIn: IsIn): Promise<void> {
  await sql`
    insert into sealed_visitors as stored (visitor_id, views, visits, last_view_at, last_capture_at)
    select visitor_id, count(*) filter (where is_view),
      count(*) filter (where is_view and (previous is null or at - previous > interval '30 minutes')),
      max(at) filter (where is_view), max(at) filter (where not is_view)
    from (
      select event.visitor_id, at, is_view,
        coalesce(lag(at) over (partition by event.visitor_id, is_view order by at), sealed.last_view_at) as previous
      from visitor_activity event left join sealed_visitors sealed on sealed.visitor_id = event.visitor_id
      where not hidden and ${isIn(sql`at`)}
    ) one group by visitor_id
    on conflict (visitor_id) do update set views = stored.views + excluded.views, visits = stored.visits + excluded.visits,
      last_view_at = greatest(stored.last_view_at, excluded.last_view_at),
      last_capture_at = greatest(stored.last_capture_at, excluded.last_capture_at)`.execute(transaction)
}

/** When visitors and leads were last on each value. Of whoever has not been back it is noted already. */
async function sealValues(transaction: Queryable, isIn: IsIn, end: Date): Promise<void> {
  const later = sql`on conflict (subject_id, value_id) do update set last_at = greatest(stored.last_at, excluded.last_at)`
  await sql`insert into sealed_values as stored (subject_id, value_id, last_at)
    select visitor_id, value_id, last_at from visitor_values where ${isIn(sql`last_at`)} ${later}`.execute(
    transaction,
  )
  await gatherEvents(
    transaction,
    activityAsEvents(sql`(select * from visitor_activity where not hidden and ${isIn(sql`at`)}
      and visitor_id in (select id from visitors where last_counted_at >= ${end})) view`),
  )
  const leads = leadsAsEvents(sql`state`, sql`counted_leads state`, isIn)
  await gatherEvents(transaction, leads, { besides: true })
  // A planner that expects one value for each event would look through all values for every one.
  await sql`set local enable_nestloop = off`.execute(transaction)
  await sql`
    insert into sealed_values as stored (subject_id, value_id, last_at)
    select event.subject_id, value.id, max(event.at) from gathered_events event
    cross join lateral ${singleValues} one (dimension, value)
    join counted_values value on value.kind = event.kind and value.dimension = one.dimension and value.within = ''
      and value.value = one.value
    where one.dimension not in ('all', 'touch') group by 1, 2 ${later}`.execute(transaction)
  await sql`set local enable_nestloop = on`.execute(transaction)
  // Looked up from here on; what the planner knows is that it was empty.
  await sql`analyze sealed_values`.execute(transaction)
}

/** Of the day in which the month ends, which is another one in every timezone: what is counted of it less what came after. */
async function sealPart(transaction: Queryable, end: Date): Promise<void> {
  await sql`delete from sealed_parts`.execute(transaction)
  await sql`insert into sealed_parts (value_id, tz, day, events, fresh, again)
    select value_id, tz, day, events, fresh, again from value_days join counted_timezones zone on zone.id = tz
    where day = (${end}::timestamptz at time zone zone.name)::date`.execute(transaction)
  const isAfter = (at: RawBuilder<unknown>) =>
    sql`(${at} >= ${end}::timestamptz and ${at} < ${end}::timestamptz + interval '2 days')`
  await gatherEvents(
    transaction,
    activityAsEvents(
      sql`(select * from visitor_activity where not hidden and ${isAfter(sql`at`)} and not ${isWaiting}) view`,
    ),
  )
  await gatherEvents(transaction, leadsAsEvents(sql`state`, sql`counted_leads state`, isAfter), {
    besides: true,
  })
  await sql`update gathered_events set sign = -1`.execute(transaction)
  await addToSealedParts(transaction, end)
  await sql`delete from sealed_parts where events = 0 and fresh = 0 and again = '{}'`.execute(transaction)
}

async function noteSums(
  transaction: Queryable,
  { month, end }: Month,
  before: Date | null,
  now: Date,
): Promise<void> {
  const day = (at: Date | null, zone: RawBuilder<unknown>) =>
    at ? sql`(${at}::timestamptz at time zone ${zone})::date` : sql`null::date`
  const zone = sql`zone.name`
  const utc = sql`'UTC'`
  await sql`
    insert into sealed_months (month, tz, first_day, end_day, number, checksum, sealed_at)
    select ${day(month, utc)}, zone.id, ${day(before, zone)}, ${day(end, zone)}, sums.number, sums.checksum, ${now}::timestamptz
    from counted_timezones zone
    cross join lateral (${sumOfDays(sql`zone.id`, day(before, zone), day(end, zone))}) sums
    union all
    select ${day(month, utc)}, 0, ${day(before, utc)}, ${day(end, utc)}, sums.number, sums.checksum, ${now}::timestamptz
    from (${sumOfHours(day(before, utc), day(end, utc))}) sums`.execute(transaction)
}
