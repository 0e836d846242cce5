import { sql } from 'kysely'
import { lockOn } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isLately } from './call-request-store.ts'
import type { CallSetup } from './call-rules.ts'

/** A limit that a call would pass. */
export type LimitPassed = 'address' | 'hour-cap' | 'day-cap'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// A household or an office has a few phones; whoever asks for more from one place rings other people's.
const PER_ADDRESS = { hour: 3, day: 10 }

/** The lock that makes all who set off calls wait for each other, so that each counts the other's. */
export const limitsLock = lockOn('limits of calls')

/**
 * The limit that one more call would pass now, of those within the last hour and the last 24; null where it may be
 * placed. What was set off counts, whatever came of it, for nobody can know whether it rang.
 */
export async function limitPassed(
  database: Queryable,
  call: { id: string; addressKey: string | null },
  caps: Pick<CallSetup, 'perHour' | 'perDay'>,
  at: Date,
): Promise<LimitPassed | null> {
  const hourAgo = new Date(at.getTime() - HOUR_MS)
  const dayAgo = new Date(at.getTime() - DAY_MS)
  const { rows } = await sql<Record<'hour' | 'day' | 'addressHour' | 'addressDay', number>>`
    select count(*) filter (where placed_at > ${hourAgo})::integer as hour, count(*)::integer as day,
      count(*) filter (where address_key = ${call.addressKey} and placed_at > ${hourAgo})::integer as "addressHour",
      count(*) filter (where address_key = ${call.addressKey})::integer as "addressDay"
    from call_requests where ${isLately(sql.ref('placed_at'), { since: dayAgo, at })} and id <> ${call.id}`.execute(
    database,
  )
  const [placed] = rows
  if (!placed) throw new Error('counting calls gave no row')
  if (placed.addressHour >= PER_ADDRESS.hour || placed.addressDay >= PER_ADDRESS.day) return 'address'
  if (placed.hour >= caps.perHour) return 'hour-cap'
  return placed.day >= caps.perDay ? 'day-cap' : null
}
