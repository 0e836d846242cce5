import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** By what the database knows the secret again without holding it. */
const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint of the secret').digest('base64url')

/**
 * Binds a database to the secret of the first process that starts on it, and refuses every process with another: it
 * would end the others' visits and sign-ins, and could read nothing that they encrypted. Notes the version that starts.
 */
export async function claimInstallation(database: Queryable, secret: string, version: string): Promise<void> {
  await sql`insert into installation (id, secret_fingerprint) values (1, ${fingerprintOf(secret)})
    on conflict (id) do nothing`.execute(database)
  await refuseOtherSecret(database, secret)
  await sql`update installation set version = ${version}
    where id = 1 and version is distinct from ${version}`.execute(database)
}

/** Refuses a process whose secret is not the one that a database belongs to. */
export async function refuseOtherSecret(database: Queryable, secret: string): Promise<void> {
  if (await isSecretOf(database, secret)) return
  throw new Refusal(
    'conflict',
    'SECRET is not the one this database was set up with: give every process on it the same SECRET (where none was set, it is in the file "secret" of the first one’s data folder), or let this one take over with "npm run owner:password -- --new-secret".',
  )
}

/** Whether a database belongs to a secret; one that belongs to none yet belongs to each. */
export async function isSecretOf(database: Queryable, secret: string | undefined): Promise<boolean> {
  const { rows } = await sql<{ secret_fingerprint: string }>`
    select secret_fingerprint from installation where id = 1`.execute(database)
  const [row] = rows
  return !row || (secret !== undefined && row.secret_fingerprint === fingerprintOf(secret))
}

/** Lets a database belong to another secret from now on. */
export async function replaceSecret(database: Queryable, secret: string): Promise<void> {
  await sql`insert into installation (id, secret_fingerprint) values (1, ${fingerprintOf(secret)})
    on conflict (id) do update set secret_fingerprint = excluded.secret_fingerprint`.execute(database)
}
