import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database, Queryable } from './database.ts'
import { Refusal } from './refusal.ts'

/** How often something may happen: at most `max` times in each window of `seconds`; `said` of one that lasts a day to whoever meets it. */
export type Limit = { max: number; seconds: number; said?: string }

/**
 * Counts a hit on each key across all processes, at once, and throws `too-many` with the wait past a limit, or
 * `too-many-today` past one that says what to do on another day.
 */
export type HitLimit = (hits: ({ key: string } & Limit)[]) => Promise<void>

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
  return async (hits) => {
    if (hits.length === 0) return
    const now = clock.now().getTime()
    const windows = hits.map(({ key, max, seconds, said }) => {
      const start = Math.floor(now / (seconds * 1000)) * seconds * 1000
      return { key: stored(key), start: new Date(start), end: new Date(start + seconds * 1000), max, said }
    })
    const { rows } = await sql<{ key: string; hits: number }>`
      insert into rate_limits (key, window_start, window_end, hits)
      select key, "start", "end", 1 from json_to_recordset(${JSON.stringify(windows)}::json)
        as hit (key text, "start" timestamptz, "end" timestamptz)
      -- In one order, so that no two callers wait for each other.
      order by key
      on conflict (key, window_start) do update set hits = rate_limits.hits + 1
      returning key, hits`.execute(database)
    const counted = new Map(rows.map((row) => [row.key, row.hits]))
    const passed = windows.filter(({ key, max }) => (counted.get(key) ?? 0) > max)
    if (passed.length === 0) return
    const until = Math.max(...passed.map(({ end }) => end.getTime()))
    const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000))
    const said = passed.find((one) => one.said !== undefined)?.said
    if (said !== undefined) throw new Refusal('too-many-today', said, { retryAfterSeconds })
    throw new Refusal('too-many', tooMany(retryAfterSeconds), { retryAfterSeconds })
  }
}

const A_MOMENT_S = 90

function tooMany(retryAfterSeconds: number): string {
  const wait = retryAfterSeconds <= A_MOMENT_S ? 'a moment' : `${Math.ceil(retryAfterSeconds / 60)} minutes`
  return `Too many attempts. Please wait ${wait} and try again.`
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
