import { type RawBuilder, sql } from 'kysely'
import type { Timezone } from '#contract/range.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Before when all is counted for good; what is older is neither taken back nor counted anew. */
export const sealedBefore: RawBuilder<unknown> = sql`
  coalesce((select sealed_before from counting_state), '-infinity'::timestamptz)`

/** The condition on a time that what happened then can be counted anew. */
export const isKept = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`${at} >= ${sealedBefore}`

/** Before when all is counted for good; null where nothing is. */
export async function readSealedBefore(database: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ before: Date | null }>`
    select sealed_before as before from counting_state`.execute(database)
  return rows[0]?.before ?? null
}

/** The first day of a timezone that begins at an instant or after it, as text. */
export const firstWholeDay = (at: RawBuilder<unknown>, tz: Timezone): RawBuilder<string> =>
  sql<string>`((${at} at time zone ${tz} - interval '1 microsecond')::date + 1)::text`

/** The first day of a timezone of which everything is kept; null where nothing is counted for good. */
export async function readKeptFrom(database: Queryable, tz: Timezone): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select ${firstWholeDay(sql`sealed_before`, tz)} as day from counting_state where sealed_before is not null`.execute(
    database,
  )
  return rows[0]?.day ?? null
}
