import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Span } from './free-slots.ts'

/**
 * Sets the address that busy times are read from, encrypted, or takes it away; what was read from another is forgotten.
 * The turn to read it, named by `at`, is the caller's.
 */
export async function setBusyAddress(
  database: Queryable,
  address: { sealed: string; host: string } | null,
  at: Date,
): Promise<void> {
  await sql`with forgotten as (delete from calendar_busy)
    update calendar_settings set busy_address = ${address?.sealed ?? null}, busy_host = ${address?.host ?? null},
      busy_etag = null, busy_modified = null, busy_tried_at = ${at}, busy_read_at = null, busy_problem = null,
      updated_at = ${at} where id = 1`.execute(database)
}

/** Seals the address that busy times are read from anew, as `reseal` says. */
export async function resealBusyAddress(
  transaction: Queryable,
  reseal: (sealed: Buffer) => Buffer,
): Promise<void> {
  const { rows } = await sql<{ busy_address: string }>`
    select busy_address from calendar_settings where id = 1 and busy_address is not null`.execute(transaction)
  for (const { busy_address } of rows) {
    const sealed = reseal(Buffer.from(busy_address, 'base64url')).toString('base64url')
    await sql`update calendar_settings set busy_address = ${sealed} where id = 1`.execute(transaction)
  }
}

/** Takes the turn to read busy times, named by `at`, where nobody has since the moment given; false otherwise. */
export async function takeBusyTurn(
  database: Queryable,
  { since, at }: { since: Date; at: Date },
): Promise<boolean> {
  const { rows } = await sql`update calendar_settings set busy_tried_at = ${at}
    where id = 1 and busy_address is not null and (busy_tried_at is null or busy_tried_at <= ${since})
    returning id`.execute(database)
  return rows.length > 0
}

/** The reading of one sealed address that began at a moment. */
export type BusyTurn = { address: string; at: Date }

/** What was read of the calendar behind an address; `spans` is undefined where it has not changed since. */
export type BusyReading = { spans: Span[] | undefined; etag: string | null; modified: string | null }

/** Puts what was read in place of what was read before, unless somebody else took the turn meanwhile. */
export async function saveBusyTimes(
  transaction: Queryable,
  turn: BusyTurn,
  { spans, etag, modified }: BusyReading,
  at: Date,
): Promise<void> {
  const { rows } = await sql`update calendar_settings set busy_read_at = ${at}, busy_problem = null,
      busy_etag = ${etag}, busy_modified = ${modified}
    where id = 1 and busy_address = ${turn.address} and busy_tried_at = ${turn.at} returning id`.execute(
    transaction,
  )
  if (rows.length === 0 || !spans) return
  await sql`delete from calendar_busy`.execute(transaction)
  await sql`insert into calendar_busy (starts_at, ends_at)
    select to_timestamp("from" / 1000.0), to_timestamp("to" / 1000.0)
    from json_to_recordset(${JSON.stringify(spans)}::json) as span ("from" bigint, "to" bigint)`.execute(
    transaction,
  )
}

/** Notes why busy times could not be read in a turn that still holds; what was read before goes on holding. */
export async function noteBusyProblem(database: Queryable, turn: BusyTurn, problem: string): Promise<void> {
  await sql`update calendar_settings set busy_problem = ${problem}
    where id = 1 and busy_address = ${turn.address} and busy_tried_at = ${turn.at}`.execute(database)
}

/** How many stretches of time are busy from now on. */
export async function countBusy(database: Queryable, now: Date): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::integer as number from calendar_busy where ends_at > ${now}`.execute(database)
  return rows[0]?.number ?? 0
}
