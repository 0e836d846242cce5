import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ImportKey } from '#contract/ad-spend.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'

type KeyRow = {
  id: string
  name: string
  ends_in: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const MOST_KEYS = 50
// Whoever finds one in a script knows what it opens.
const BEGINNING = 'spend_'
const FORM = /^spend_[\w-]{43}$/

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const asKey = (row: KeyRow): ImportKey => ({
  id: row.id,
  name: row.name,
  endsIn: row.ends_in,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})

/** The import keys, newest first; of those that were revoked only the last few. */
export async function listKeys(database: Database): Promise<ImportKey[]> {
  const { rows } = await sql<KeyRow>`select id, name, ends_in, created_at, last_used_at, revoked_at
    from ad_import_keys order by revoked_at is not null, created_at desc, id desc limit 60`.execute(database)
  return rows.map(asKey)
}

/** Makes a key. It is told here and kept as a hash, so that nobody can ever read it again. */
export async function makeKey(
  { database, clock, newId }: { database: Database; clock: Clock; newId: NewId },
  name: string,
): Promise<{ made: ImportKey; key: string }> {
  const key = BEGINNING + randomBytes(32).toString('base64url')
  const row = { id: newId(), name, ends_in: key.slice(-4), created_at: clock.now() }
  const { rows } = await sql`insert into ad_import_keys (id, name, key_hash, ends_in, created_at)
    select ${row.id}, ${name}, ${hashOf(key)}, ${row.ends_in}, ${row.created_at}
    where (select count(*) from ad_import_keys where revoked_at is null) < ${MOST_KEYS} returning id`.execute(
    database,
  )
  if (rows.length === 0)
    throw new Refusal('conflict', `There are ${MOST_KEYS} keys already. Revoke some first.`)
  return { made: asKey({ ...row, last_used_at: null, revoked_at: null }), key }
}

/** Revokes a key at once. */
export async function revokeKey(database: Database, id: string, at: Date): Promise<void> {
  const { rows } = isId(id)
    ? await sql`update ad_import_keys set revoked_at = coalesce(revoked_at, ${at}) where id = ${id} returning id`.execute(
        database,
      )
    : { rows: [] }
  if (rows.length === 0) throw new Refusal('not-found', 'There is no such key.')
}

/** Whose key a call carries, which notes its use; undefined for one that is not known, or no more. */
export async function keyOfCall(
  database: Database,
  authorization: string | undefined,
  at: Date,
): Promise<{ id: string; name: string } | undefined> {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (key === undefined || !FORM.test(key)) return undefined
  const { rows } = await sql<{ id: string; name: string }>`
    update ad_import_keys set last_used_at = ${at}
    where key_hash = ${hashOf(key)} and revoked_at is null returning id, name`.execute(database)
  return rows[0]
}
