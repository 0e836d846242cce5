import { sql } from 'kysely'
import type { AdAccount } from '#server/integrations/ad-reports.ts'
import type { Failure } from '#server/integrations/failure.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { type Days, without } from './days-to-read.ts'

/** What is to be read next, the report that was ordered for the first of it, and which of it was refused before today was read. */
export type Reading = {
  todo: Days[]
  reportId?: string | undefined
  orderedAt?: string | undefined
  refused?: Days | undefined
}

/** How far reading has come. */
export type ReadingRow = {
  account: string | null
  name: string | null
  currency: string | null
  timezone: string | null
  last_read_at: Date | null
  nightly_on: string | null
  hourly_at: Date | null
  read_back_to: string | null
  read_back_until: string | null
  report: (Reading & { leftOut?: Days[] }) | null
  paused_until: Date | null
  failures: number
  failing_since: Date | null
  kind: Failure['kind'] | null
  reason: string | null
  refused_rows: number
  refused_reason: string | null
  stopped_at: Date | null
}

/** How reading stands. */
export async function readReading(database: Queryable): Promise<ReadingRow> {
  const { rows } =
    await sql<ReadingRow>`select account, name, currency, timezone, last_read_at, nightly_on, hourly_at,
    read_back_to, read_back_until, report, paused_until, failures, failing_since, kind, reason, refused_rows, refused_reason, stopped_at
    from ad_reading where id = 1`.execute(database)
  const [row] = rows
  if (!row) throw new Error('the row of reading ads is gone')
  return row
}

// Nothing has it rest for longer, by far.
const LONGEST_REST_MS = 24 * 3_600_000

/**
 * Takes the one turn to read, for all processes, until `until`; false where somebody has it or reading rests. A turn or a
 * rest that a wrong clock dated ahead of any is none.
 */
export async function takeReadingTurn(
  database: Database,
  turn: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const latestRest = latestNoted(new Date(now.getTime() + LONGEST_REST_MS))
  const { rows } =
    await sql`update ad_reading set turn_of = ${turn}, turn_until = ${until}, paused_until = null
    where stopped_at is null
      and (turn_of is null or turn_of = ${turn} or turn_until <= ${now} or turn_until > ${latestNoted(until)})
      and (paused_until is null or paused_until <= ${now} or paused_until > ${latestRest})
    returning id`.execute(database)
  return rows.length > 0
}

/** Keeps a turn until `until`; false where it went to another process because a step took too long, or reading rests. */
export async function keepReadingTurn(
  database: Database,
  turn: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`update ad_reading set turn_until = ${until}
    where turn_of = ${turn} and stopped_at is null and (paused_until is null or paused_until <= ${now}) returning id`.execute(
    database,
  )
  return rows.length > 0
}

/** Ends a turn. */
export async function endReadingTurn(database: Database, turn: string): Promise<void> {
  await sql`update ad_reading set turn_of = null, turn_until = null where turn_of = ${turn}`.execute(database)
}

/** Notes which account is read; another one begins anew. As every note of a turn, not where it was taken away meanwhile. */
export async function noteAccount(
  database: Database,
  turn: string,
  { id, name, currency, timezone }: AdAccount,
): Promise<void> {
  await sql`update ad_reading set name = ${name}, currency = ${currency}, timezone = ${timezone},
      nightly_on = case when account = ${id} then nightly_on end, hourly_at = case when account = ${id} then hourly_at end,
      read_back_to = case when account = ${id} then read_back_to end,
      read_back_until = case when account = ${id} then read_back_until end,
      report = case when account = ${id} then report end, last_read_at = case when account = ${id} then last_read_at end,
      refused_rows = 0, refused_reason = null, account = ${id} where turn_of = ${turn}`.execute(database)
}

// Days that were given up stay noted until they are read after all, or another account is.
const asReport = (reading: Reading) =>
  sql`${JSON.stringify(reading)}::jsonb
    || case when report ? 'leftOut' then jsonb_build_object('leftOut', report -> 'leftOut') else '{}' end`

/** Keeps what is to be read next. */
export async function keepReading(database: Database, turn: string, reading: Reading): Promise<void> {
  await sql`update ad_reading set report = ${asReport(reading)} where turn_of = ${turn}`.execute(database)
}

/** Gives up days that are not reported, for the owner to bring in another way; `todo` is what is read next. */
export async function leaveOut(database: Database, turn: string, days: Days, todo: Days[]): Promise<void> {
  const leftOut = [...(await leftOutBut(database, days)), days]
  await sql`update ad_reading set report = ${JSON.stringify({ todo, leftOut })}::jsonb where turn_of = ${turn}`.execute(
    database,
  )
}

// Whoever has the turn is alone in changing them, and notes nothing once it is another's.
const leftOutBut = async (database: Database, days: Days): Promise<Days[]> =>
  without((await readReading(database)).report?.leftOut ?? [], days)

/** Notes that the last days were ordered to be read on this day of the account, and what of older days comes next. */
export async function notePlan(
  database: Database,
  turn: string,
  plan: { nightlyOn?: string; hourlyAt?: Date; backTo?: string; backUntil?: string; reading: Reading },
): Promise<void> {
  await sql`update ad_reading set nightly_on = coalesce(${plan.nightlyOn ?? null}::date, nightly_on),
    hourly_at = coalesce(${plan.hourlyAt ?? null}, hourly_at), read_back_to = coalesce(${plan.backTo ?? null}::date, read_back_to),
    read_back_until = coalesce(${plan.backUntil ?? null}::date, read_back_until),
    report = ${asReport(plan.reading)} where turn_of = ${turn}`.execute(database)
}

/** Notes that a report was read to its end, of which days, and what of it was not taken. */
export async function noteRead(
  database: Database,
  turn: string,
  read: { at: Date; days: Days; reading: Reading; refusedRows: number; refusedReason: string | null },
): Promise<void> {
  const report = { ...read.reading, leftOut: await leftOutBut(database, read.days) }
  await sql`update ad_reading set last_read_at = ${read.at}, report = ${JSON.stringify(report)}::jsonb, failures = 0,
    failing_since = null, kind = null, reason = null, refused_rows = ${read.refusedRows}, refused_reason = ${read.refusedReason}
    where turn_of = ${turn}`.execute(database)
}

/** Notes that reading fails, why, and until when it rests. */
export async function noteReadingFails(
  database: Database,
  turn: string,
  trouble: Failure & { at: Date; until: Date },
): Promise<void> {
  await sql`update ad_reading set failures = failures + 1, failing_since = coalesce(failing_since, ${trouble.at}),
    kind = ${trouble.kind}, reason = ${trouble.reason}, paused_until = ${trouble.until}
    where turn_of = ${turn}`.execute(database)
}

/** Lets reading rest without anything being wrong. */
export async function restReading(database: Database, turn: string, until: Date): Promise<void> {
  await sql`update ad_reading set paused_until = ${until} where turn_of = ${turn}`.execute(database)
}

/**
 * Lets reading go on at once, and anew where it was stopped; what was ordered may be of another token. A turn that is under
 * way with the values of before ends with its step, and that it failed is not noted.
 */
export async function hurryReading(transaction: Queryable): Promise<void> {
  await sql`update ad_reading set paused_until = null, failures = 0, hourly_at = null, stopped_at = null,
    report = report - 'reportId' - 'orderedAt', turn_of = null, turn_until = null`.execute(transaction)
}

/** Lets reading that rests after a failure be tried at once: a test went through, which may be all that it lacked. */
export async function endReadingPause(database: Queryable): Promise<void> {
  await sql`update ad_reading set paused_until = null where failing_since is not null`.execute(database)
}

const NOTHING_READ = sql`turn_of = null, turn_until = null, nightly_on = null, hourly_at = null, read_back_to = null,
  read_back_until = null, report = null, last_read_at = null, refused_rows = 0, refused_reason = null`

/**
 * Stops reading an account because all that was read of it was taken back; once it goes on, it begins with nothing. Where
 * another account is read by now, that goes on.
 */
export async function stopReading(transaction: Queryable, account: string, at: Date): Promise<void> {
  await sql`update ad_reading set stopped_at = ${at}, ${NOTHING_READ} where account = ${account}`.execute(
    transaction,
  )
}

/** Lets reading that was stopped begin anew: the last days first, then all older ones. */
export async function beginReadingAnew(database: Queryable): Promise<void> {
  await sql`update ad_reading set stopped_at = null, paused_until = null, failures = 0, ${NOTHING_READ}
    where stopped_at is not null`.execute(database)
}

/** Whether what is being read may still be kept. */
export async function isReadingOn(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from ad_reading where stopped_at is null`.execute(transaction)
  return rows.length > 0
}
