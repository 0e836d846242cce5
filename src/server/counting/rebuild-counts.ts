import { type Kysely, sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isLockTimeout } from '#server/platform/month-partitions.ts'
import { activityAsEvents } from './counted-values.ts'
import { gatherEvents } from './gathered-events.ts'
import { rollUpLeads } from './roll-up-leads.ts'
import { isKept, readSealedBefore, sealedBefore } from './sealed.ts'
import { noteTitles, searchAnew } from './search-store.ts'
import { doCountsStand, holdingCounts } from './store.ts'
import { addToValues } from './value-counts-store.ts'

/**
 * How many are counted in one transaction: some two million events, where each visitor did ten things. The larger a
 * portion is, the fewer of them write the same days and hours; what does not fit into memory goes to the disk.
 */
const PORTION = { visitors: 200_000, leads: 50_000 }

/** What is said of each portion that is done, and how many visitors and leads it has where not as many as usual. */
type Counting = { say(line: string): void; portion?: typeof PORTION }

/**
 * Makes all counts anew from the events that are not hidden, in portions, while others store events and wait to count
 * them; what is counted for good stays. Whoever reads meanwhile reads a part. Stopped half-way, the next start goes on (`countOnce`).
 */
export async function rebuildCounts(database: Database, counting: Counting = { say() {} }): Promise<void> {
  await holdingCounts(database, async (connection) => {
    await forgetCounts(connection)
    await countRest(connection, counting)
  })
}

/** Goes on making the counts where they do not stand: after a stop, or in data that was put back without them. */
export async function countOnce(database: Database, counting: Counting): Promise<void> {
  if (await doCountsStand(database)) return
  await holdingCounts(database, async (connection) => {
    if (await doCountsStand(connection)) return
    await countRest(connection, counting)
  })
}

const forgetCounts = (connection: Kysely<unknown>): Promise<void> =>
  connection.transaction().execute(async (transaction) => {
    await sql`truncate visitor_values, counted_leads, step_captures, pending_leads, counted_ad_people, visitor_search,
      visitor_addresses`.execute(transaction)
    if (await readSealedBefore(transaction)) await forgetKept(transaction)
    else await sql`truncate value_days, value_hours, counted_ad_visitors`.execute(transaction)
    await sql`update counted_timezones set visitors_through = null, leads_through = null, done = 0
      where counted_at is null`.execute(transaction)
    await sql`update counting_state set is_counted = false, visitors_through = null`.execute(transaction)
  })

/** Forgets the counts but for what is counted for good. */
async function forgetKept(transaction: Queryable): Promise<void> {
  await sql`delete from value_days using counted_timezones zone
    where zone.id = tz and day >= (${sealedBefore} at time zone zone.name)::date`.execute(transaction)
  await sql`delete from value_hours where ${isKept(sql`hour`)}`.execute(transaction)
  // What brought whoever was there in sealed months is told by nothing else any more.
  await sql`delete from counted_ad_visitors counted
    where not exists (select from sealed_visitors sealed where sealed.visitor_id = counted.visitor_id)`.execute(
    transaction,
  )
  await sql`insert into value_days (value_id, tz, day, events, fresh, again)
    select value_id, tz, day, events, fresh, again from sealed_parts`.execute(transaction)
  await sql`insert into visitor_values (visitor_id, value_id, last_at)
    select subject_id, value_id, last_at from sealed_values join counted_values value on value.id = value_id
    where kind in ('visitor', 'converted')`.execute(transaction)
}

async function countRest(connection: Kysely<unknown>, { say, portion = PORTION }: Counting): Promise<void> {
  const { rows } = await sql<{ all: number; done: number }>`select count(*) as all,
    count(*) filter (where id <= (select visitors_through from counting_state)) as done from visitors`.execute(
    connection,
  )
  const { all = 0, done: before = 0 } = rows[0] ?? {}
  let done = before
  if (done === 0) await leaveOutIndex(connection)
  for (;;) {
    const counted = await countVisitors(connection, portion.visitors)
    if (counted === 0) break
    done += counted
    if (all > portion.visitors) say(`Counting by page, source, campaign and ad: ${done} of ${all} visitors.`)
  }
  await sql`insert into pending_leads (lead_id) select id from leads
    where not exists (select from counted_leads counted where counted.lead_id = leads.id)`.execute(connection)
  while (await countLeads(connection, portion.leads));
  await connection.transaction().execute(async (transaction) => {
    await sql`create index if not exists ${NEWEST} on visitor_values (value_id, last_at desc, visitor_id desc)`.execute(
      transaction,
    )
    await sql`update counting_state set is_counted = true, visitors_through = null`.execute(transaction)
  })
}

const NEWEST = sql.table('visitor_values_newest')

/**
 * Takes away the index that visitors are listed by until all are counted: written visitor by visitor, each row would go
 * to another place of it, and once it is larger than the memory that costs more than all counting.
 */
async function leaveOutIndex(connection: Kysely<unknown>): Promise<void> {
  try {
    await connection.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '2s'`.execute(transaction)
      await sql`drop index if exists ${NEWEST}`.execute(transaction)
    })
  } catch (error) {
    // Somebody reads for long: with the index it takes longer, and is the same.
    if (!isLockTimeout(error)) throw error
  }
}

/** Counts the next visitors, all that each of them did; returns how many, 0 where none is left. */
async function countVisitors(connection: Kysely<unknown>, atMost: number): Promise<number> {
  // One snapshot: what is stored meanwhile is neither counted here nor taken out of the queue.
  const portion = connection.transaction().setIsolationLevel('repeatable read')
  return portion.execute(async (transaction) => {
    // For each of several sums that one statement makes at once, twice as much for those that are hashed.
    await sql`set local work_mem = '16MB'`.execute(transaction)
    const { rows } = await sql<{ visitors: number; first: string; last: string }>`
      select count(*) as visitors, (array_agg(id order by id))[1] as first, (array_agg(id order by id desc))[1] as last
      from (select id from visitors
        where id > coalesce((select visitors_through from counting_state), '00000000-0000-0000-0000-000000000000')
        order by id limit ${atMost}) next`.execute(transaction)
    const [next] = rows
    if (!next?.visitors) return 0
    const isIn = sql`visitor_id between ${next.first}::uuid and ${next.last}::uuid`
    await sql`delete from rollup_queue where ${isIn}`.execute(transaction)
    await sql`delete from pending_visitors where ${isIn}`.execute(transaction)
    const activity = activityAsEvents(
      sql`(select * from visitor_activity where not hidden and ${isKept(sql`at`)} and ${isIn}) view`,
    )
    if ((await gatherEvents(transaction, activity)) > 0) {
      await addToValues(transaction, { areAll: true, areNew: !(await readSealedBefore(transaction)) })
      await noteTitles(transaction)
    }
    await searchAnew(transaction, isIn)
    await sql`update counting_state set visitors_through = ${next.last}`.execute(transaction)
    return next.visitors
  })
}

/** Counts the next leads that wait; says whether more may. */
const countLeads = (connection: Kysely<unknown>, atMost: number): Promise<boolean> =>
  connection.transaction().execute(async (transaction) => {
    await rollUpLeads(transaction, atMost)
    const { rows } = await sql`select from pending_leads limit 1`.execute(transaction)
    return rows.length > 0
  })
