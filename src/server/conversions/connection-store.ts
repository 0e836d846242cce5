import { sql } from 'kysely'
import type { Failure } from '#server/integrations/failure.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** No failure has the connection rest for longer, in milliseconds, and no turn lasts as long. */
export const LONGEST_PAUSE_MS = 3_600_000

// What a wrong clock dated ahead of any hinders nobody.
const latestUntil = (now: Date) => latestNoted(new Date(now.getTime() + LONGEST_PAUSE_MS))

/**
 * Takes the one turn to send, for all processes, until `until`; returns how often it failed in a row, or undefined where
 * somebody else has the turn or the connection rests.
 */
export async function takeTurn(
  database: Queryable,
  turn: string,
  now: Date,
  until: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ failures: number }>`
    update ad_connection set turn_of = ${turn}, turn_until = ${until}
    where (turn_of is null or turn_of = ${turn} or turn_until < ${now} or turn_until > ${latestUntil(now)})
      and (paused_until is null or paused_until <= ${now} or paused_until > ${latestUntil(now)})
    returning failures`.execute(database)
  return rows[0]?.failures
}

/** Ends a turn. */
export async function endTurn(database: Queryable, turn: string): Promise<void> {
  await sql`update ad_connection set turn_of = null, turn_until = null where turn_of = ${turn}`.execute(
    database,
  )
}

/** Notes that the connection works. */
export async function noteWorking(database: Queryable, at: Date): Promise<void> {
  await sql`update ad_connection set failures = 0, failing_since = null, kind = null, reason = null,
    paused_until = null, last_sent_at = ${at}`.execute(database)
}

/** Notes that a test went through: what failed before is over, unless something waits that is still to show it. */
export async function noteTested(database: Queryable): Promise<void> {
  await sql`update ad_connection set failures = 0, failing_since = null, kind = null, reason = null, paused_until = null
    where not exists (select from ad_events where state = 'waiting')`.execute(database)
}

/** Notes that the connection fails, why, and until when it is left alone. */
export async function noteFailing(
  database: Queryable,
  trouble: Failure & { at: Date; until: Date },
): Promise<void> {
  const { kind, reason, at, until } = trouble
  await sql`update ad_connection set failures = failures + 1, failing_since = coalesce(failing_since, ${at}),
    kind = ${kind}, reason = ${reason}, paused_until = ${until}`.execute(database)
}

/** Lets the connection be tried at once, where it rests after a failure. */
export async function endPause(transaction: Queryable): Promise<void> {
  await sql`update ad_connection set paused_until = null`.execute(transaction)
}

/**
 * The same where something waits for a pixel for which nothing was refused yet, and only what is for another one was: the
 * owner may have put right what was wrong.
 */
export async function endPauseOfOtherPixel(database: Queryable, pixelId: string): Promise<void> {
  const isOpen = sql`select from ad_events where state = 'waiting'`
  await sql`update ad_connection set paused_until = null
    where kind = 'refused-credentials' and paused_until is not null
      and exists (${isOpen} and pixel_id = ${pixelId}) and exists (${isOpen} and pixel_id <> ${pixelId} and failure_kind is not null)
      and not exists (${isOpen} and pixel_id = ${pixelId} and failure_kind is not null)`.execute(database)
}

/** Until when nothing can be sent, because somebody has the turn or the connection rests; null where nothing hinders. */
export async function hinderedUntil(database: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select nullif(greatest(
        case when turn_until <= ${latestUntil(now)} then turn_until end,
        case when paused_until <= ${latestUntil(now)} then paused_until end, ${now}), ${now}) as until
    from ad_connection`.execute(database)
  return rows[0]?.until ?? null
}

/** Notes when the next look is due; false where one no later than that is on its way. */
export async function setWake(transaction: Queryable, at: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`update ad_connection set wake_at = ${at}
    where wake_at is null or wake_at <= ${now} or wake_at > ${at} returning id`.execute(transaction)
  return rows.length > 0
}
