import { type RawBuilder, sql } from 'kysely'
import { AHEAD_MS } from './clock.ts'

/**
 * Until when something is held that is taken now, for so many milliseconds, by the clock that all processes share: by its
 * own, one that is ahead would take what another still holds. Nothing is held for an hour.
 */
export const heldFor = (ms: number): RawBuilder<Date> =>
  sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`

/** Whether nobody holds something until the time in a column: one that is dated further ahead was noted while that clock was wrong. */
export const isFree = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} <= clock_timestamp()
    or ${sql.ref(column)} > ${heldFor(AHEAD_MS)})`
