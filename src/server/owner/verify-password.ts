import { verify } from '@node-rs/argon2'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword } from './first-password.ts'
import { countFailure, forgetFailures, lockedUntil, lockKey, readPasswordHash } from './store.ts'

/** After how many failures in an hour a key is locked, and for how long at first; each further one doubles it. */
const RULES = { address: { free: 4, firstMs: 15_000 }, everyone: { free: 40, firstMs: 5_000 } }
const HOUR_MS = 3_600_000
const EVERYONE = 'everyone'

let decoy: Promise<string> | undefined

/**
 * Checks the owner's password. Throws `no-session` 'Incorrect password' when it is wrong and `too-many` while
 * the address, or everyone, is locked out (decisions §4). A wrong and a right password take the same time.
 */
export async function verifyPassword(
  database: Database,
  clock: Clock,
  attempt: { password: string; address: string },
): Promise<void> {
  const addressKey = `address ${attempt.address}`
  const until = await lockedUntil(database, [addressKey, EVERYONE], clock.now())
  if (until) throw lockedOut(until, clock.now())
  const stored = await readPasswordHash(database)
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await decoy), attempt.password)
  if (isRight && stored !== null) {
    await forgetFailures(database, addressKey)
    return
  }
  const at = clock.now()
  await fail(database, addressKey, at, RULES.address)
  await fail(database, EVERYONE, at, RULES.everyone)
  throw new Refusal('no-session', 'Incorrect password')
}

async function fail(
  database: Database,
  key: string,
  at: Date,
  rule: { free: number; firstMs: number },
): Promise<void> {
  const failures = await countFailure(database, key, at, new Date(at.getTime() - HOUR_MS))
  if (failures <= rule.free) return
  const pauseMs = Math.min(HOUR_MS, rule.firstMs * 2 ** Math.min(20, failures - rule.free - 1))
  await lockKey(database, key, new Date(at.getTime() + pauseMs))
}

function lockedOut(until: Date, now: Date): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const wait =
    retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`
  return new Refusal('too-many', `Too many wrong attempts. Please wait ${wait}.`, { retryAfterSeconds })
}
