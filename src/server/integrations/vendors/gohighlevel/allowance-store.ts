import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'

// Twice as long as any answer has everybody stay away.
const LONGEST_PAUSE = sql`interval '2 hours'`

/** The limits of a fresh row; answers correct them. */
export type Limits = { maxCalls: number; windowMs: number; maxOfDay: number }

/** Whether calls were granted, and if not, how long it takes until they may be and whether the day is used up. */
export type Granted = { ok: true } | { ok: false; waitMs: number; isDay: boolean }

/**
 * Takes so many calls out of the allowance that all processes share, or with `isLook` only asks whether it could. No
 * stretch of the window's length, wherever it begins, holds more calls than are allowed. Time is the database's; what
 * was noted while its clock was ahead holds nobody up.
 */
export async function takeCalls(
  database: Database,
  key: string,
  calls: number,
  fresh: Limits,
  isLook = false,
): Promise<Granted> {
  return database.transaction().execute(async (transaction) => {
    await sql`insert into vendor_allowances (key, max_calls, window_ms, day, max_calls_of_day)
      values (${key}, ${fresh.maxCalls}, ${fresh.windowMs}, '0001-01-01', ${fresh.maxOfDay})
      on conflict (key) do nothing`.execute(transaction)
    await sql`select 1 from vendor_allowances where key = ${key} for update`.execute(transaction)
    const { rows } = await sql<{ ok: boolean; is_day: boolean; wait_ms: number }>`
      with state as (
        select at, max_calls as most, kept, window_ms * interval '1 millisecond' as stretch,
          (at at time zone 'UTC')::date as today,
          case when day = (at at time zone 'UTC')::date then calls_of_day else 0 end as of_day,
          max_calls_of_day as max_of_day,
          coalesce(paused_until > at and paused_until < at + ${LONGEST_PAUSE}, false) as is_paused, paused_until as until
        from vendor_allowances cross join lateral (select clock_timestamp() as at) clock
        cross join lateral (select array(select one from unnest(recent) one
          where one > at - window_ms * interval '1 millisecond' and one < at + window_ms * interval '1 millisecond'
          order by one) as kept) latest
        where key = ${key}
      ), decided as (
        select *, of_day + ${calls}::integer > max_of_day as is_day,
          cardinality(kept) > 0 and cardinality(kept) + ${calls}::integer > most as is_full
        from state
      )
      update vendor_allowances set
        recent = case when ${isLook} or is_paused or is_day or is_full then kept
          else kept || array_fill(at, array[${calls}::integer]) end,
        day = today,
        calls_of_day = of_day + case when ${isLook} or is_paused or is_day or is_full then 0 else ${calls}::integer end
      from decided where vendor_allowances.key = ${key}
      returning not (is_paused or is_day or is_full) as ok, is_day,
        1 + (1000 * extract(epoch from greatest(
          case when is_paused then until - at end,
          case when is_day then (today + 1) at time zone 'UTC' - at end,
          case when is_full then
            kept[least(cardinality(kept), greatest(1, cardinality(kept) + ${calls}::integer - most))]
              + stretch - at end)))::integer as wait_ms`.execute(transaction)
    const [row] = rows
    if (!row) throw new Error('the allowance gave no row')
    return row.ok ? { ok: true } : { ok: false, waitMs: row.wait_ms, isDay: row.is_day }
  })
}

/** Corrects the limits by what the vendor says of them; one of which it says nothing stays. */
export async function setLimits(database: Database, key: string, said: Partial<Limits>): Promise<void> {
  const { maxCalls = null, windowMs = null, maxOfDay = null } = said
  await sql`update vendor_allowances set max_calls = told.max_calls, window_ms = told.window_ms,
      max_calls_of_day = told.max_calls_of_day
    from (select coalesce(${maxCalls}::integer, max_calls) as max_calls,
        coalesce(${windowMs}::integer, window_ms) as window_ms,
        coalesce(${maxOfDay}::integer, max_calls_of_day) as max_calls_of_day
      from vendor_allowances where key = ${key}) told
    where key = ${key} and (vendor_allowances.max_calls, vendor_allowances.window_ms, vendor_allowances.max_calls_of_day)
      is distinct from (told.max_calls, told.window_ms, told.max_calls_of_day)`.execute(database)
}

/** Has every process leave the vendor alone for so long. */
export async function pauseCalls(database: Database, key: string, pauseMs: number): Promise<void> {
  await sql`update vendor_allowances set
    paused_until = greatest(case when paused_until < clock_timestamp() + ${LONGEST_PAUSE} then paused_until end,
      clock_timestamp() + ${pauseMs} * interval '1 millisecond')
    where key = ${key}`.execute(database)
}
