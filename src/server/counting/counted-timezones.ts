import { sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isUnavailable } from '#server/platform/unavailable.ts'
import { isWaiting } from './backlog.ts'
import { activityAsEvents } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { leadsAsEvents } from './roll-up-leads.ts'
import { rollUpViewsOf } from './roll-up-portion.ts'
import { isKept, sealedBefore } from './sealed.ts'
import { lockForRollup, lockStandingCounts } from './store.ts'
import { addToDays } from './value-counts-store.ts'

/**
 * In which timezone numbers can be read, from which day (null: from the beginning), and where it is not the one asked
 * for, how much of that one is counted.
 */
export type ReadableTimezone = { tz: Timezone; firstDay: string | null; progress: number | null }

/** How many visitors and leads an installation has at most for a timezone to be counted while its reader waits. */
const AT_ONCE = 2000
/** How many visitors, and then leads, are counted in one transaction. */
const PORTION = 2000

// Once counted, a timezone stays so; asking again costs nothing.
const counted = new WeakMap<Database, Map<Timezone, string | null>>()

/**
 * The timezone in which a reader's numbers can be read. Days are counted in the timezones that were asked for: a small
 * installation counts a new one before it answers, a large one in the background (`countTimezones`), and until then
 * everything is read in the one that has been counted longest.
 */
export async function readableTimezone(database: Database, tz: Timezone): Promise<ReadableTimezone> {
  const known = counted.get(database) ?? new Map<Timezone, string | null>()
  counted.set(database, known)
  const remembered = known.get(tz)
  if (remembered !== undefined) return { tz, firstDay: remembered, progress: null }
  if (!(await isCounted(database, tz))) {
    const size = await countPeople(database)
    await sql`insert into counted_timezones (name, total) values (${tz}, ${size}) on conflict (name) do nothing`.execute(
      database,
    )
    if (size <= AT_ONCE) await countNow(database)
    const { rows } = await sql<{ tz: Timezone; done: number; total: number; isCounted: boolean }>`
      select coalesce((select name from counted_timezones where counted_at is not null order by name <> ${tz}, counted_at limit 1), ${tz}) as tz,
        done, total, counted_at is not null as "isCounted" from counted_timezones where name = ${tz}`.execute(
      database,
    )
    const [row] = rows
    if (row && !row.isCounted)
      return {
        tz: row.tz,
        firstDay: await readFirstDay(database, row.tz),
        progress: row.total === 0 ? 0 : Math.min(0.99, row.done / row.total),
      }
  }
  const firstDay = await readFirstDay(database, tz)
  known.set(tz, firstDay)
  return { tz, firstDay, progress: null }
}

/**
 * Counts the next portion of a timezone that was asked for and is not counted yet; says whether more is to be done. What
 * is counted meanwhile goes into it for the visitors and leads that it has reached.
 */
export async function countTimezones(
  database: Database,
  { patiently }: { patiently: boolean },
): Promise<boolean> {
  const { rows } = await sql`select 1 from counted_timezones where counted_at is null limit 1`.execute(
    database,
  )
  if (rows.length === 0) return false
  return database.transaction().execute(async (transaction) => {
    if (!(await lockForRollup(transaction, patiently))) return true
    // Those whom making the counts anew has yet to come to would be counted once more by that.
    if (!(await lockStandingCounts(transaction))) return false
    const [zone] = (
      await sql<{ id: number; visitors_through: string | null; leads_through: string | null }>`
        select id, visitors_through, leads_through from counted_timezones where counted_at is null
        order by asked_at, id limit 1`.execute(transaction)
    ).rows
    if (!zone) return false
    const last =
      (await countVisitorsAfter(transaction, zone.id, zone.visitors_through)) ??
      (await countLeadsAfter(transaction, zone.id, zone.leads_through))
    if (last === null)
      // Of days that were sealed before, nobody can count it any more: it begins with the first whole day after them.
      await sql`update counted_timezones set counted_at = now(), visitors_through = null, leads_through = null,
        first_day = case when isfinite(${sealedBefore}) then (${sealedBefore} at time zone name - interval '1 microsecond')::date + 1 end
        where id = ${zone.id}`.execute(transaction)
    return true
  })
}

const NONE = '00000000-0000-0000-0000-000000000000'

async function countVisitorsAfter(
  transaction: Queryable,
  zone: number,
  through: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from visitors where id > ${through ?? NONE}::uuid order by id limit ${PORTION}`.execute(
    transaction,
  )
  const last = rows.at(-1)?.id
  if (last === undefined) return null
  const visitors = sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`
  // What waits of them is counted first: from here on each of their events is counted as it comes. What has come since is.
  await rollUpViewsOf(transaction, visitors)
  const activity = activityAsEvents(sql`(select * from visitor_activity
    where visitor_id in (${visitors}) and not hidden and ${isKept(sql`at`)} and not ${isWaiting}) view`)
  if ((await gatherEvents(transaction, activity)) > 0) await addToDays(transaction, zone)
  await sql`update counted_timezones set visitors_through = ${last}, done = done + ${rows.length} where id = ${zone}`.execute(
    transaction,
  )
  return last
}

async function countLeadsAfter(
  transaction: Queryable,
  zone: number,
  through: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from counted_leads where lead_id > ${through ?? NONE}::uuid order by lead_id limit ${PORTION}`.execute(
    transaction,
  )
  const last = rows.at(-1)?.lead_id
  if (last === undefined) return null
  const states = sql`counted_leads state`
  const events = sql`select * from (${leadsAsEvents(sql`state`, states, isKept)}) event
    where lead_id = any(${rows.map(({ lead_id }) => lead_id)}::uuid[])`
  if ((await gatherEvents(transaction, events)) > 0) await addToDays(transaction, zone)
  await sql`update counted_timezones set leads_through = ${last}, done = done + ${rows.length} where id = ${zone}`.execute(
    transaction,
  )
  return last
}

/** Counts what is asked for while its reader waits; what cannot be counted now is left to the worker. */
async function countNow(database: Database): Promise<void> {
  try {
    while (await countTimezones(database, { patiently: true }));
  } catch (error) {
    if (isUnavailable(error)) throw error
  }
}

/** The timezone that has been counted longest: what is asked of all days is the same in any. */
export async function longestCounted(database: Queryable): Promise<Timezone> {
  const { rows } = await sql<{ name: Timezone }>`
    select name from counted_timezones where counted_at is not null order by counted_at, id limit 1`.execute(
    database,
  )
  if (!rows[0]) throw new Error('days are counted in no timezone')
  return rows[0].name
}

async function readFirstDay(database: Database, tz: Timezone): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select first_day::text as day from counted_timezones where name = ${tz}`.execute(database)
  return rows[0]?.day ?? null
}

/** Whether a timezone is counted to the end. */
export async function isCounted(database: Database, tz: Timezone): Promise<boolean> {
  const { rows } = await sql`
    select 1 from counted_timezones where name = ${tz} and counted_at is not null`.execute(database)
  return rows.length > 0
}

async function countPeople(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from visitors) + (select count(*) from counted_leads) as count`.execute(database)
  return rows[0]?.count ?? 0
}
