import { sql } from 'kysely'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** The owner's password as it is stored; `first_password_salt` only until somebody has signed in. */
export type OwnerRow = { password_hash: string; first_password_salt: string | null }

/** The owner; undefined before the very first start has set a password. */
export async function readOwner(database: Queryable): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    select password_hash, first_password_salt from owners where id = 1`.execute(database)
  return rows[0]
}

/** Sets the password where there is none yet. */
export async function insertPassword(
  database: Queryable,
  password: { hash: string; salt: string | null; at: Date },
): Promise<void> {
  await sql`insert into owners (id, password_hash, first_password_salt, updated_at)
    values (1, ${password.hash}, ${password.salt}, ${password.at})
    on conflict (id) do nothing`.execute(database)
}

/** Notes that somebody has signed in: from then on nothing that is kept tells the password. */
export async function forgetFirstPassword(database: Queryable): Promise<void> {
  await sql`update owners set first_password_salt = null where first_password_salt is not null`.execute(
    database,
  )
}

/** Replaces the password hash and ends every session, but for the one to keep. */
export async function replacePasswordHash(
  database: Queryable,
  hash: string,
  at: Date,
  keepTokenHash: string | null = null,
): Promise<void> {
  await sql`insert into owners (id, password_hash, updated_at) values (1, ${hash}, ${at})
    on conflict (id) do update set password_hash = excluded.password_hash, first_password_salt = null,
      updated_at = excluded.updated_at`.execute(database)
  await sql`delete from owner_sessions where token_hash is distinct from ${keepTokenHash}::text`.execute(
    database,
  )
  await sql`delete from login_failures`.execute(database)
}

/** A session by the hash of its token; the token itself is never stored. */
export type SessionRow = { created_at: Date; last_used_at: Date; expires_at: Date }

/** Stores a session of somebody who gave the password of this hash; false where that is not the password any more. */
export async function insertSession(
  database: Queryable,
  session: { tokenHash: string; at: Date; expiresAt: Date; ipAddress: string; userAgent: string | null },
  passwordHash: string,
): Promise<boolean> {
  // Who changes the password at this moment waits, and ends this session, too; or has changed it, and there is none.
  const { rows } = await sql`
    with owner as (select from owners where id = 1 and password_hash = ${passwordHash} for share)
    insert into owner_sessions (token_hash, created_at, last_used_at, expires_at, ip_address, user_agent)
    select ${session.tokenHash}, ${session.at}::timestamptz, ${session.at}::timestamptz, ${session.expiresAt}::timestamptz,
      ${session.ipAddress}, ${session.userAgent} from owner returning 1`.execute(database)
  return rows.length > 0
}

/** The session of a token hash. */
export async function findSession(database: Queryable, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select created_at, last_used_at, expires_at from owner_sessions where token_hash = ${tokenHash}`.execute(
    database,
  )
  return rows[0]
}

/** Notes that a session was used. */
export async function touchSession(database: Queryable, tokenHash: string, at: Date): Promise<void> {
  await sql`update owner_sessions set last_used_at = ${at} where token_hash = ${tokenHash}`.execute(database)
}

/** Ends a session. */
export async function deleteSession(database: Queryable, tokenHash: string): Promise<void> {
  await sql`delete from owner_sessions where token_hash = ${tokenHash}`.execute(database)
}

/**
 * Takes a session along from what is replaced to what replaces it. Afterwards nobody else is signed in, and that one only
 * where the password is the same; says whether it is.
 */
export async function carrySession(
  before: Queryable,
  tokenHash: string,
): Promise<(after: Queryable) => Promise<boolean>> {
  const { rows } = await sql<{ password_hash: string | null; session: string | null }>`
    select (select password_hash from owners where id = 1) as password_hash,
      (select to_jsonb(owner_sessions)::text from owner_sessions where token_hash = ${tokenHash}) as session`.execute(
    before,
  )
  return async (after) => {
    await sql`delete from owner_sessions`.execute(after)
    const isSame = (await readOwner(after))?.password_hash === rows[0]?.password_hash
    const session = rows[0]?.session
    if (isSame && session)
      await sql`insert into owner_sessions select * from jsonb_populate_record(null::owner_sessions, ${session}::jsonb)`.execute(
        after,
      )
    return isSame
  }
}

// Names a session without being of use to anyone who reads it: the hash of the hash of its token.
const sessionId = sql`left(encode(sha256(convert_to(token_hash, 'UTF8')), 'hex'), 32)`

/** A session for the owner's list. */
export type ListedSession = SessionRow & {
  id: string
  token_hash: string
  ip_address: string | null
  user_agent: string | null
}

/** The sessions that are good now: not expired, and used since `idleSince`; last used first. */
export async function listSessions(
  database: Queryable,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select ${sessionId} as id, token_hash, created_at, last_used_at, expires_at, ip_address, user_agent
    from owner_sessions where expires_at > ${now} and last_used_at >= ${idleSince}
    order by last_used_at desc, created_at desc limit 200`.execute(database)
  return rows
}

/** Ends a session by the id of the list; false where there is none. */
export async function deleteSessionById(database: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`delete from owner_sessions where ${sessionId} = ${id} returning 1`.execute(
    database,
  )
  return rows.length > 0
}

/** Until when a key is locked out, where it is. */
export async function lockedUntil(database: Queryable, key: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select locked_until as until from login_failures where key = ${key} and locked_until > ${now}`.execute(
    database,
  )
  return rows[0]?.until ?? null
}

/** How many attempts a key has before it is locked, and for how long then; each further one doubles it. */
export type LockRule = { free: number; firstMs: number; longestMs: number }

/**
 * Counts an attempt on a key before it is checked, so that many at once are as few as one after the other; one
 * that is more than the rule's free ones locks the key. False, uncounted, while the key is locked, unless a wrong clock
 * dated that ahead of any lock. Attempts before `since` are forgotten.
 */
export async function claimAttempt(
  database: Queryable,
  key: string,
  rule: LockRule,
  at: Date,
  since: Date,
): Promise<boolean> {
  const latest = latestNoted(new Date(at.getTime() + rule.longestMs))
  const failures = sql`(case when login_failures.last_failed_at < ${since} then 1 else login_failures.failures + 1 end)`
  const { rows } = await sql`
    insert into login_failures (key, failures, last_failed_at, locked_until) values (${key}, 1, ${at}, ${at})
    on conflict (key) do update set
      failures = ${failures},
      last_failed_at = ${at},
      locked_until = ${at}::timestamptz + case when ${failures} <= ${rule.free}::integer then interval '0'
        else interval '1 millisecond' * least(${rule.longestMs}::float,
          ${rule.firstMs}::float * power(2, least(20, ${failures} - ${rule.free}::integer - 1))) end
    where login_failures.locked_until <= ${at} or login_failures.locked_until > ${latest}
    returning failures`.execute(database)
  return rows.length > 0
}

/** Counts an attempt on a key that never locks; attempts before `since` are forgotten. */
export async function countAttempt(database: Queryable, key: string, at: Date, since: Date): Promise<void> {
  await sql`
    insert into login_failures (key, failures, last_failed_at, locked_until) values (${key}, 1, ${at}, ${at})
    on conflict (key) do update set last_failed_at = ${at}, failures =
      case when login_failures.last_failed_at < ${since} then 1 else login_failures.failures + 1 end`.execute(
    database,
  )
}

/** How many attempts of a key stand since a moment. */
export async function countedAttempts(database: Queryable, key: string, since: Date): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select failures from login_failures where key = ${key} and last_failed_at >= ${since}`.execute(database)
  return rows[0]?.failures ?? 0
}

/** Takes back one attempt that turned out to be right. */
export async function takeBackAttempt(database: Queryable, key: string): Promise<void> {
  await sql`update login_failures set failures = greatest(0, failures - 1) where key = ${key}`.execute(
    database,
  )
}

/** Takes back an attempt on a key that was never checked, with the lock that it brought about. */
export async function takeBackUnchecked(database: Queryable, key: string, at: Date): Promise<void> {
  await sql`update login_failures
    set failures = greatest(0, failures - 1), locked_until = least(locked_until, ${at}::timestamptz)
    where key = ${key}`.execute(database)
}

/** Forgets a key's failures. */
export async function forgetFailures(database: Queryable, key: string): Promise<void> {
  await sql`delete from login_failures where key = ${key}`.execute(database)
}
