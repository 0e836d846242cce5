import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database, Queryable } from './database.ts'
import { Refusal } from './refusal.ts'

/** How often something may happen: at most `max` times in each window of `seconds`. */
export type Limit = { max: number; seconds: number }

/** Counts a hit on a key across all processes and throws `too-many` with the wait once the limit is passed. */
export type HitLimit = (key: string, limit: Limit) => Promise<void>

/** A key as it is stored. */
export type StoredKey = (key: string) => string

const NAMES_SOMEBODY = /^(.*?\b(?:address|visitor|claim)) (.+)$/s
const HASH_LENGTH = 43

/**
 * How keys are stored: whom they count (an address, a visitor, a claimed email) only as a hash that nobody makes
 * without the installation's secret.
 */
export function storedKeys(secret: string): StoredKey {
  return (key) => {
    const [, what = 'other', whom = key] = NAMES_SOMEBODY.exec(key) ?? []
    return `${what} ${createHmac('sha256', secret).update(`limit\n${whom}`).digest('base64url')}`
  }
}

/** Limits that hold across processes: fixed windows counted in the database. */
export function createLimits(database: Database, clock: Clock, stored: StoredKey): HitLimit {
  return async (key, limit) => {
    const now = clock.now().getTime()
    const start = Math.floor(now / (limit.seconds * 1000)) * limit.seconds * 1000
    const { rows } = await sql<{ hits: number }>`
      insert into rate_limits (key, window_start, window_end, hits)
      values (${stored(key)}, ${new Date(start)}, ${new Date(start + limit.seconds * 1000)}, 1)
      on conflict (key, window_start) do update set hits = rate_limits.hits + 1
      returning hits`.execute(database)
    if ((rows[0]?.hits ?? 0) <= limit.max) return
    const retryAfterSeconds = Math.max(1, Math.ceil((start + limit.seconds * 1000 - now) / 1000))
    throw new Refusal('too-many', 'That was too often. Please wait a little and try again.', {
      retryAfterSeconds,
    })
  }
}

/** Forgets windows that have ended; run it now and then. */
export async function forgetOldLimits(database: Database, clock: Clock): Promise<void> {
  await sql`delete from rate_limits where window_end < ${clock.now()}`.execute(database)
}

/** Forgets the hits of whoever these values name: emails, phones, addresses, visitors. */
export async function forgetLimitsOf(
  database: Queryable,
  stored: StoredKey,
  values: string[],
): Promise<void> {
  const hashes = values.map((value) => stored(`whose claim ${value}`).slice(-HASH_LENGTH))
  await sql`delete from rate_limits where right(key, ${HASH_LENGTH}) = any(${hashes}::text[])`.execute(
    database,
  )
}

const LOCAL =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:|::ffff:(127\.|10\.|192\.168\.))/i

/**
 * Whether an address tells callers apart. A loopback or private one does not: behind a proxy that
 * `TRUST_PROXY` does not name, it stands for every visitor at once, and a limit on it would lose leads.
 */
export const tellsCallersApart = (address: string): boolean => !LOCAL.test(address)
