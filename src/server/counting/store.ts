import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

// Any fixed number does; it names the lock between counting and re-counting.
const COUNTING_LOCK = 7_310_001

/** The lock of whoever writes events: many have it at once, but none while what is counted is being changed. */
export const writingLock: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${sql.lit(COUNTING_LOCK)})`

/** Takes the lock of whoever writes events. */
export async function lockForWriting(transaction: Queryable): Promise<void> {
  await sql`select ${writingLock}`.execute(transaction)
}

/** Held by whoever changes what is counted (blocking, own browsers): alone until its transaction ends. */
export async function lockForRecounting(transaction: Queryable): Promise<void> {
  // A busy page's whole past is counted anew in one statement, however long that takes.
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(transaction)
}

// Names the lock between processes that roll up; whoever does takes it before the one for writing.
const ROLLUP_LOCK = 7_310_002

/** Held by whoever rolls up what is pending, alone; false where another one has it and nobody wants to wait. */
export async function lockForRollup(transaction: Queryable, patiently: boolean): Promise<boolean> {
  if (patiently) {
    await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK})`.execute(transaction)
    return true
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}

/** What notes leads of which something that is counted changes; a query that selects their ids. */
export const changedLeads = (leads: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into pending_leads (lead_id) select distinct id from (${leads}) lead (id) where id is not null`
