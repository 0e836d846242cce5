import { verify } from '@node-rs/argon2'
import { addressKey } from '#server/platform/address-key.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword } from './first-password.ts'
import {
  claimAttempt,
  forgetFailures,
  type LockRule,
  lockedUntil,
  readPasswordHash,
  takeBackAttempt,
} from './store.ts'

const HOUR_MS = 3_600_000
const ADDRESS: LockRule = { free: 4, firstMs: 15_000, longestMs: HOUR_MS }
const EVERYONE: LockRule = { free: 40, firstMs: 5_000, longestMs: HOUR_MS }
const EVERYONES_KEY = 'everyone'

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
  const address = `address ${addressKey(attempt.address)}`
  const at = clock.now()
  const since = new Date(at.getTime() - HOUR_MS)
  const isFree =
    (await claimAttempt(database, address, ADDRESS, at, since)) &&
    (await claimAttempt(database, EVERYONES_KEY, EVERYONE, at, since))
  if (!isFree) throw lockedOut((await lockedUntil(database, [address, EVERYONES_KEY], at)) ?? at, at)
  const stored = await readPasswordHash(database)
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await decoy), attempt.password)
  if (!isRight || stored === null) throw new Refusal('no-session', 'Incorrect password')
  await forgetFailures(database, address)
  await takeBackAttempt(database, EVERYONES_KEY, at)
}

function lockedOut(until: Date, now: Date): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const wait =
    retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`
  return new Refusal('too-many', `Too many wrong attempts. Please wait ${wait}.`, { retryAfterSeconds })
}
