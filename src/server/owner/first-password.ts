import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isGuessable } from './is-guessable.ts'
import { insertPassword, readOwner } from './store.ts'

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
 * Sets the owner's password where there is none: the given one, or a generated one. Returns the generated one, the same
 * at every start and in every process, until somebody has signed in; null from then on.
 */
export async function setFirstPassword(
  database: Queryable,
  first: { given: string | undefined; secret: string; at: Date },
): Promise<string | null> {
  const { given, secret, at } = first
  if (!(await readOwner(database))) {
    if (given !== undefined && isGuessable(given))
      throw new Refusal(
        'invalid',
        'OWNER_PASSWORD is one of the first passwords an attacker would try: choose another.',
      )
    const salt = given === undefined ? randomBytes(16).toString('base64url') : null
    const password = given ?? (salt === null ? '' : passwordFrom(secret, salt))
    // Where another process was first, its password holds.
    await insertPassword(database, { hash: await hashPassword(password), salt, at })
  }
  const salt = (await readOwner(database))?.first_password_salt ?? null
  return salt === null ? null : passwordFrom(secret, salt)
}

/** Nothing that is kept tells the password: it takes the secret and the salt, and signing in deletes the salt. */
function passwordFrom(secret: string, salt: string): string {
  let block = 0
  let bytes: number[] = []
  return generatePassword((max) => {
    for (;;) {
      if (bytes.length === 0)
        bytes = [...createHmac('sha256', secret).update(`first password\n${salt}\n${block++}`).digest()]
      const byte = bytes.shift() ?? 0
      // The bytes above the last whole multiple would make some letters likelier.
      if (byte < 256 - (256 % max)) return byte % max
    }
  })
}
