import { sql } from 'kysely'
import type { CrmHalf } from '#contract/crm-reading.ts'
import type { Failure } from '#server/integrations/failure.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** How far reading one half of the CRM has come; `plan` is what that half is in the middle of. */
export type ReadingRow = {
  half: CrmHalf
  is_on: boolean
  on_since: Date | null
  location_key: string | null
  plan: unknown
  whole_at: Date | null
  planned_at: Date | null
  next_at: Date | null
  last_read_at: Date | null
  not_read: number
  not_read_reason: string | null
  paused_until: Date | null
  failures: number
  failing_since: Date | null
  kind: Failure['kind'] | null
  reason: string | null
  lacks_scope: boolean
}

/** How both halves stand. */
export async function readHalves(database: Queryable): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select half, is_on, on_since, location_key, plan, whole_at, planned_at, next_at, last_read_at, not_read,
      not_read_reason, paused_until, failures, failing_since, kind, reason, lacks_scope from crm_reading order by half`.execute(
    database,
  )
  return rows
}

/** How one half stands. */
export async function readHalf(database: Queryable, half: CrmHalf): Promise<ReadingRow> {
  const row = (await readHalves(database)).find((one) => one.half === half)
  if (!row) throw new Error('a row of reading the CRM is gone')
  return row
}

// What the CRM allows a day begins anew within one.
const LONGEST_REST_MS = 24 * 3_600_000

/**
 * Takes the turn to read a half, for all processes, until `until`; false where it is off, rests, or somebody has it. A turn or
 * a rest that a wrong clock dated ahead of any is none.
 */
export async function takeTurn(
  database: Database,
  half: CrmHalf,
  turn: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const latestRest = latestNoted(new Date(now.getTime() + LONGEST_REST_MS))
  const { rows } =
    await sql`update crm_reading set turn_of = ${turn}, turn_until = ${until}, paused_until = null
    where half = ${half} and is_on
      and (turn_of is null or turn_of = ${turn} or turn_until <= ${now} or turn_until > ${latestNoted(until)})
      and (paused_until is null or paused_until <= ${now} or paused_until > ${latestRest}) returning half`.execute(
      database,
    )
  return rows.length > 0
}

/** Whether the next plan is due; what was read last while a clock was ahead says nothing of when. */
export const isPlanDue = (
  { next_at: nextAt, last_read_at: readAt }: Pick<ReadingRow, 'next_at' | 'last_read_at'>,
  at: Date,
): boolean => nextAt === null || nextAt <= at || (readAt !== null && readAt > latestNoted(at))

/** Ends a turn. */
export async function endTurn(database: Database, half: CrmHalf, turn: string): Promise<void> {
  await sql`update crm_reading set turn_of = null, turn_until = null where half = ${half} and turn_of = ${turn}`.execute(
    database,
  )
}

/** Begins anew with a location, where another one was read before. As every note of a turn, not where it was taken away. */
export async function noteLocation(
  database: Database,
  half: CrmHalf,
  turn: string,
  key: string,
): Promise<void> {
  await sql`update crm_reading set location_key = ${key}, plan = null, whole_at = null, planned_at = null,
    next_at = null, last_read_at = null, not_read = 0, not_read_reason = null, lacks_scope = false
    where half = ${half} and turn_of = ${turn} and location_key is distinct from ${key}`.execute(database)
}

/** Keeps what a half is in the middle of. */
export async function keepPlan(
  database: Database,
  half: CrmHalf,
  turn: string,
  plan: unknown,
): Promise<void> {
  await sql`update crm_reading set plan = ${JSON.stringify(plan)}::jsonb where half = ${half} and turn_of = ${turn}`.execute(
    database,
  )
}

/** Notes that a plan was begun, and whether it is one that reads all there is. */
export async function notePlanned(
  database: Database,
  half: CrmHalf,
  turn: string,
  planned: { plan: unknown; at: Date; isWhole: boolean },
): Promise<void> {
  await sql`update crm_reading set plan = ${JSON.stringify(planned.plan)}::jsonb, planned_at = ${planned.at},
    whole_at = case when ${planned.isWhole} then ${planned.at} else whole_at end where half = ${half} and turn_of = ${turn}`.execute(
    database,
  )
}

/** Notes that a plan was read to its end, what of it is left for the next, when that is due, and how much could not be read. */
export async function noteRead(
  database: Database,
  half: CrmHalf,
  turn: string,
  read: { at: Date; nextAt: Date; notRead: number; notReadReason: string | null; left?: unknown },
): Promise<void> {
  const left = read.left ? JSON.stringify(read.left) : null
  await sql`update crm_reading set plan = ${left}::jsonb, last_read_at = ${read.at}, next_at = ${read.nextAt},
    not_read = ${read.notRead}, not_read_reason = ${read.notReadReason} where half = ${half} and turn_of = ${turn}`.execute(
    database,
  )
}

/** Notes that the CRM answers. */
export async function noteAnswers(database: Database, half: CrmHalf, turn: string): Promise<void> {
  await sql`update crm_reading set failures = 0, failing_since = null, kind = null, reason = null, lacks_scope = false
    where half = ${half} and turn_of = ${turn} and (failures > 0 or failing_since is not null or lacks_scope)`.execute(
    database,
  )
}

/** Notes that reading fails, why, and until when it rests. */
export async function noteFails(
  database: Database,
  half: CrmHalf,
  turn: string,
  trouble: Failure & { at: Date; until: Date; lacksScope: boolean },
): Promise<void> {
  await sql`update crm_reading set failures = failures + 1, failing_since = coalesce(failing_since, ${trouble.at}),
    kind = ${trouble.kind}, reason = ${trouble.reason}, paused_until = ${trouble.until},
    lacks_scope = ${trouble.lacksScope} where half = ${half} and turn_of = ${turn}`.execute(database)
}

/** Lets reading rest without anything being wrong. */
export async function rest(database: Database, half: CrmHalf, turn: string, until: Date): Promise<void> {
  await sql`update crm_reading set paused_until = ${until} where half = ${half} and turn_of = ${turn}`.execute(
    database,
  )
}

/** Switches a half on or off; what it is in the middle of is forgotten. */
export async function switchHalf(
  database: Database,
  half: CrmHalf,
  { isOn, at }: { isOn: boolean; at: Date },
): Promise<void> {
  await sql`update crm_reading set is_on = ${isOn}, on_since = case when ${isOn} then ${at}::timestamptz end, plan = null,
    whole_at = null, next_at = null, paused_until = null, failures = 0, failing_since = null, kind = null,
    reason = null, lacks_scope = false where half = ${half} and is_on <> ${isOn}`.execute(database)
}

/** Lets reading go on at once. */
export async function hurryCrmReading(database: Queryable): Promise<void> {
  await sql`update crm_reading set paused_until = null, failures = 0, next_at = null`.execute(database)
}

/** Has what rests because the CRM would not be read try again: it answers by now. */
export async function endCrmReadingPause(database: Queryable): Promise<void> {
  await sql`update crm_reading set paused_until = null where failing_since is not null`.execute(database)
}
