import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Queryable } from '#server/platform/database.ts'
import { insertPasswordHash, readPasswordHash } from './store.ts'

// Without the letters and digits that are read for one another.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that is easy to type on a phone: four groups of four, about 79 bits. */
export function generatePassword(pick: (max: number) => number = randomInt): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[pick(ALPHABET.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/**
 * Sets the owner's password at the very first start: the given one, or a generated one, which is returned to
 * be shown once. Null when a password is set already.
 */
export async function setFirstPassword(
  database: Queryable,
  given: string | undefined,
  at: Date,
): Promise<{ generated: string | null } | null> {
  if ((await readPasswordHash(database)) !== null) return null
  const password = given ?? generatePassword()
  const isSet = await insertPasswordHash(database, await hashPassword(password), at)
  return isSet ? { generated: given ? null : password } : null
}
