import { sql } from 'kysely'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** How the copies in the second place stand. */
export type SecondPlaceRow = {
  /** The mark of the place that all this is about. */
  place: string | null
  since: Date | null
  holder: string | null
  touched_at: Date | null
  sent_bytes: number | null
  total_bytes: number | null
  arrived_at: Date | null
  arrived_file: string | null
  failing_since: Date | null
  failed_at: Date | null
  failure_kind: string | null
  failure_reason: string | null
}

// A process that copies says so every twenty seconds.
const SILENT_MS = 120_000

/** Whether a process is copying now, as far as it was heard of. */
export const isCopying = ({ holder, touched_at }: SecondPlaceRow, at: Date): boolean =>
  holder !== null &&
  touched_at !== null &&
  at.getTime() - touched_at.getTime() < SILENT_MS &&
  touched_at <= latestNoted(at)

/** How the copies stand. */
export async function readSecondPlace(database: Queryable): Promise<SecondPlaceRow> {
  const { rows } = await sql<SecondPlaceRow>`select * from second_place where id = 1`.execute(database)
  const [row] = rows
  if (!row) throw new Error('the second place has no row')
  return row
}

/** Begins anew with a place, or with none (null); where it is that place already, nothing changes. */
export async function turnToPlace(database: Queryable, place: string | null, at: Date): Promise<void> {
  await sql`update second_place set place = ${place}, since = ${place === null ? null : at}, holder = null,
      touched_at = null, sent_bytes = null, total_bytes = null, arrived_at = null, arrived_file = null,
      failing_since = null, failed_at = null, failure_kind = null, failure_reason = null
    where id = 1 and place is distinct from ${place}::text`.execute(database)
}

/** Lets the next look try at once: the keys were replaced. */
export async function forgetFailure(database: Queryable): Promise<void> {
  await sql`update second_place set failed_at = null where id = 1`.execute(database)
}

/** Takes the copying for one process; false where another is at it. */
export async function holdCopying(
  database: Queryable,
  run: { holder: string; place: string; total: number },
  at: Date,
): Promise<boolean> {
  const { rows } =
    await sql`update second_place set holder = ${run.holder}, touched_at = ${at}, sent_bytes = 0,
      total_bytes = ${run.total}
    where id = 1 and place = ${run.place}
      and (holder is null or touched_at < ${new Date(at.getTime() - SILENT_MS)}
        or touched_at > ${latestNoted(at)}) returning id`.execute(database)
  return rows.length > 0
}

/** Says that the process is still copying, and how far it is. */
export async function touchCopying(
  database: Queryable,
  holder: string,
  sent: number,
  at: Date,
): Promise<void> {
  await sql`update second_place set touched_at = ${at}, sent_bytes = ${sent} where id = 1 and holder = ${holder}`.execute(
    database,
  )
}

/** Notes how the copying ended: what arrived, why it failed, or nothing where it was broken off. */
export async function endCopying(
  database: Queryable,
  holder: string,
  end: { file: string } | { kind: string; reason: string } | null,
  at: Date,
): Promise<void> {
  const change =
    end === null
      ? sql``
      : 'file' in end
        ? sql`, arrived_at = ${at}, arrived_file = ${end.file}, failing_since = null, failed_at = null,
            failure_kind = null, failure_reason = null`
        : sql`, failing_since = coalesce(failing_since, ${at}), failed_at = ${at}, failure_kind = ${end.kind},
            failure_reason = ${end.reason}`
  await sql`update second_place set holder = null, sent_bytes = null, total_bytes = null ${change}
    where id = 1 and holder = ${holder}`.execute(database)
}
