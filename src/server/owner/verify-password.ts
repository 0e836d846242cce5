import { verify } from '@node-rs/argon2'
import { addressKey } from '#server/platform/address-key.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { fewAtOnce } from '#server/platform/few-at-once.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword } from './first-password.ts'
import {
  claimAttempt,
  countAttempt,
  countedAttempts,
  forgetFailures,
  type LockRule,
  lockedUntil,
  takeBackAttempt,
  takeBackUnchecked,
} from './store.ts'

/** Who tries a password: a browser or session that was let in before, or a stranger at an address. */
export type Caller = { device: string } | { session: string } | { address: string }

const HOUR_MS = 3_600_000
const USUAL: LockRule = { free: 4, firstMs: 15_000, longestMs: HOUR_MS }
// Strangers guess from everywhere: an address then has fewer tries, but a clean one still gets in at once.
const UNDER_ATTACK: LockRule = { free: 2, firstMs: 60_000, longestMs: HOUR_MS }
const ATTACK = 40
const STRANGERS = 'everyone'
// A check holds one of the process's few threads, on which files and compression wait, and so does the owner's own.
const strangersInTurn = fewAtOnce({ atOnce: 2, waiting: 8 })

let decoy: Promise<string> | undefined

/**
 * Checks a password against the stored hash. Throws `no-session` 'Incorrect password' when it is wrong and `too-many`
 * while the caller is locked out, which only the caller's own wrong tries bring about: each known browser and session
 * has a count of its own, and so has each address. A wrong and a right password take the same time. Strangers are
 * checked a few at a time; more of them are `busy`, which counts as no try.
 */
export async function verifyPassword(
  database: Database,
  clock: Clock,
  attempt: { password: string; storedHash: string | null; caller: Caller },
): Promise<void> {
  const { caller, storedHash } = attempt
  const key = keyOf(caller)
  const isStranger = 'address' in caller
  const at = clock.now()
  const since = new Date(at.getTime() - HOUR_MS)
  const isAttack = isStranger && (await countedAttempts(database, STRANGERS, since)) >= ATTACK
  if (!(await claimAttempt(database, key, isAttack ? UNDER_ATTACK : USUAL, at, since)))
    throw lockedOut((await lockedUntil(database, key, at)) ?? at, at)
  const check = async () => {
    decoy ??= hashPassword('nobody has this password')
    return verify(storedHash ?? (await decoy), attempt.password)
  }
  const checkStranger = async () => {
    await countAttempt(database, STRANGERS, at, since)
    return check()
  }
  const isRight = await (isStranger
    ? strangersInTurn(checkStranger).catch(async (error: unknown) => {
        if (error instanceof Refusal) await takeBackUnchecked(database, key, at)
        throw error
      })
    : check())
  if (!isRight || storedHash === null) throw new Refusal('no-session', 'Incorrect password')
  await forgetFailures(database, key)
  if (isStranger) await takeBackAttempt(database, STRANGERS)
}

function keyOf(caller: Caller): string {
  if ('device' in caller) return `device ${caller.device}`
  if ('session' in caller) return `session ${caller.session}`
  return `address ${addressKey(caller.address)}`
}

function lockedOut(until: Date, now: Date): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const wait =
    retryAfterSeconds < 90 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`
  return new Refusal('too-many', `Too many wrong attempts. Please wait ${wait}.`, { retryAfterSeconds })
}
