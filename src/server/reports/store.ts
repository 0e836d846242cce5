import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Counts } from './counts.ts'

/** Adds signed changes to the rollups, in the transaction of the events they count (design §5). */
export async function applyCounts(transaction: Queryable, counts: Counts): Promise<void> {
  const totals = counts.totals()
  const details = counts.details()
  const cells = counts.cells()
  if (totals.length === 0 && details.length === 0 && cells.length === 0) return
  await sql`
    with totals as (
      insert into hourly_totals (hour, kind, count)
      select hour, kind, count from json_to_recordset(${JSON.stringify(totals)}::json)
        as added (hour timestamptz, kind text, count bigint)
      on conflict (hour, kind) do update set count = hourly_totals.count + excluded.count
    ), cells as (
      insert into distinct_cells (kind, tz, day, previous_day, count)
      select kind, tz, day, previous_day, count from json_to_recordset(${JSON.stringify(cells)}::json)
        as added (kind text, tz text, day date, previous_day date, count bigint)
      on conflict (kind, tz, day, previous_day) do update set count = distinct_cells.count + excluded.count
    )
    insert into hourly_counts (hour, path, source, kind, count)
    select hour, path, source, kind, count from json_to_recordset(${JSON.stringify(details)}::json)
      as added (hour timestamptz, path text, source text, kind text, count bigint)
    on conflict (hour, path, source, kind) do update set count = hourly_counts.count + excluded.count`.execute(
    transaction,
  )
}

// Any fixed number does; it names the lock between counting and re-counting.
const COUNTING_LOCK = 7_310_001

/** Held by whoever writes events: many at once, but none while what is counted is being changed. */
export async function lockForWriting(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${COUNTING_LOCK})`.execute(transaction)
}

/** Held by whoever changes what is counted (blocking, own browsers): alone until its transaction ends. */
export async function lockForRecounting(transaction: Queryable): Promise<void> {
  // A busy page's whole past is counted anew in one statement, however long that takes.
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(transaction)
}

// Names the lock between processes that fold; whoever folds takes it before the one for writing.
const FOLDING_LOCK = 7_310_002

/** Held by whoever folds what is pending, alone; false where another one has it and nobody wants to wait. */
export async function lockForFolding(transaction: Queryable, patiently: boolean): Promise<boolean> {
  if (patiently) {
    await sql`select pg_advisory_xact_lock(${FOLDING_LOCK})`.execute(transaction)
    return true
  }
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING_LOCK}) as locked`.execute(transaction)
  return rows[0]?.locked ?? false
}

/** Notes leads of which something that is counted changed; a query that selects their ids. */
export async function noteChangedLeads(transaction: Queryable, leads: RawBuilder<unknown>): Promise<void> {
  await sql`insert into pending_leads (lead_id) select distinct id from (${leads}) lead (id) where id is not null`.execute(
    transaction,
  )
}
