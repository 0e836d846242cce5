import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hashPassword } from './first-password.ts'
import { isGuessable } from './is-guessable.ts'
import { readOwner, replacePasswordHash } from './store.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Changes the owner's password where the old one is right, ends every session but the caller's, and gives the new
 * hash. A wrong old one is refused as a field, so that it ends no session; too many in one session lock that session.
 */
export async function changePassword(
  database: Database,
  clock: Clock,
  change: { oldPassword: string; newPassword: string; tokenHash: string; ownNames: string[] },
): Promise<string> {
  const { oldPassword, newPassword, tokenHash } = change
  const storedHash = (await readOwner(database))?.password_hash ?? null
  try {
    await verifyPassword(database, clock, {
      password: oldPassword,
      storedHash,
      caller: { session: tokenHash },
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-session') throw error
    throw new Refusal('invalid', 'The current access code is not right.', {
      fields: { oldPassword: 'Incorrect password' },
    })
  }
  if (isGuessable(newPassword, change.ownNames))
    throw new Refusal('invalid', 'This access code is too easy to guess.', {
      fields: {
        newPassword:
          'This access code is one of those that are tried first. Four random words are a good one.',
      },
    })
  const hash = await hashPassword(newPassword)
  await database
    .transaction()
    .execute((transaction) => replacePasswordHash(transaction, hash, clock.now(), tokenHash))
  return hash
}
