import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword } from './first-password.ts'
import { replacePasswordHash } from './store.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Changes the owner's password where the old one is right, and ends every session but the caller's. A wrong old
 * one is refused as a field, so that it ends no session; too many of them lock like wrong sign-ins.
 */
export async function changePassword(
  database: Database,
  clock: Clock,
  change: { oldPassword: string; newPassword: string; address: string; keepTokenHash: string | null },
): Promise<void> {
  try {
    await verifyPassword(database, clock, { password: change.oldPassword, address: change.address })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-session') throw error
    throw new Refusal('invalid', 'The current access code is not right.', {
      fields: { oldPassword: 'Incorrect password' },
    })
  }
  const hash = await hashPassword(change.newPassword)
  await database
    .transaction()
    .execute((transaction) => replacePasswordHash(transaction, hash, clock.now(), change.keepTokenHash))
}
