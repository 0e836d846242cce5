import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { busy } from '#server/platform/refusal.ts'

// Any fixed number does; it names the lock between counting and re-counting.
const COUNTING_LOCK = 7_310_001

/** The lock of whoever writes events: many have it at once, but none while `lockForRecounting` is held. */
export const writingLock: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${sql.lit(COUNTING_LOCK)})`

/**
 * Held by whoever changes what is counted in one go (a held submit that is released, a rebuild): alone until its
 * transaction ends. Not for what may touch many: writers wait for it. Throws `busy` while the counts do not stand.
 */
export async function lockForRecounting(transaction: Queryable): Promise<void> {
  // A rebuild counts everything in one statement, however long that takes.
  await sql`set local statement_timeout = 0`.execute(transaction)
  // A rollup takes long: waited for here, it holds up no writer.
  if (!(await lockStandingCounts(transaction))) throw busy()
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(transaction)
}

// Names the lock between processes that roll up; whoever does takes it before the lock of the counts.
const ROLLUP_LOCK = 7_310_002

/**
 * Held by whoever rolls up what is pending, alone; false where another one has it and nobody wants to wait. Who does waits
 * for `atMostMs`; without it as long as it takes.
 */
export async function lockForRollup(
  transaction: Queryable,
  patiently: boolean,
  atMostMs = 0,
): Promise<boolean> {
  if (patiently) {
    await lockWithin(transaction, ROLLUP_LOCK, atMostMs)
    return true
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}

/** What notes leads of which something that is counted changes; a query that selects their ids. */
export const changedLeads = (leads: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into pending_leads (lead_id) select distinct id from (${leads}) lead (id) where id is not null`

// Names the lock between all that change the counts.
const COUNTS_LOCK = 7_310_003

/** Somebody else has been changing the counts for longer than one wanted to wait. */
export class OthersCount extends Error {}

/**
 * Held by whoever changes the counts, for a portion at a time: alone, and no writer waits for it. Waits for `atMostMs`;
 * without it as long as it takes.
 */
export const lockCounts = (transaction: Queryable, atMostMs = 0): Promise<void> =>
  lockWithin(transaction, COUNTS_LOCK, atMostMs)

async function lockWithin(transaction: Queryable, lock: number, atMostMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(atMostMs)}`.execute(transaction)
  try {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
  } catch (error) {
    // A lock that was not to be had in time (PostgreSQL, appendix A).
    if (error instanceof Error && 'code' in error && error.code === '55P03')
      throw new OthersCount('the counts are being changed')
    throw error
  }
  await sql`set local lock_timeout to default`.execute(transaction)
}

/**
 * Whether all that is stored is counted or waits to be: not while the counts are made anew, nor after that was stopped.
 * Then nothing can be taken back: nobody knows whether it is counted yet.
 */
export async function doCountsStand(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select from counting_state where is_counted`.execute(database)
  return rows.length > 0
}

/**
 * As `lockCounts`, where the counts stand; false where they do not, and at once while they are being made anew: that may
 * take hours.
 */
export async function lockStandingCounts(transaction: Queryable, atMostMs = 0): Promise<boolean> {
  if (!(await doCountsStand(transaction))) return false
  await lockCounts(transaction, atMostMs)
  return doCountsStand(transaction)
}

/** Does what changes the counts in several transactions of one connection, alone among those who count; nobody who stores waits. */
export const holdingCounts = (
  database: Database,
  work: (connection: Kysely<unknown>) => Promise<void>,
): Promise<void> =>
  database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${COUNTS_LOCK})`.execute(connection)
    try {
      await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(${COUNTS_LOCK})`.execute(connection)
    }
  })

/**
 * Does work on one connection that begins while nobody else counts or stores: what is pending then is all there is. Whoever
 * stores waits until the work lets go, so nothing that takes long may come before that.
 */
export const holdingWriters = <Result>(
  database: Database,
  work: (connection: Kysely<unknown>, letGo: (on: Queryable) => Promise<unknown>) => Promise<Result>,
): Promise<Result> =>
  database.connection().execute(async (connection) => {
    const letGo = (on: Queryable) => sql`select pg_advisory_unlock_all()`.execute(on)
    try {
      // As `lockForRecounting`: a rollup is waited for before any writer waits.
      await sql`select pg_advisory_lock(${COUNTS_LOCK})`.execute(connection)
      await sql`select pg_advisory_lock(${COUNTING_LOCK})`.execute(connection)
      return await work(connection, letGo)
    } finally {
      await letGo(connection)
    }
  })

/** Those that hold the lock for writing now, by their transactions. */
export async function listWriters(database: Queryable): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${COUNTING_LOCK} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(database)
  return rows.map(({ writer }) => writer)
}
