import { sql } from 'kysely'
import type { FailureKind } from '#contract/failure-kinds.ts'
import type { Failure } from '#server/integrations/failure.ts'
import type { Queryable } from '#server/platform/database.ts'
import { heldFor, isFree } from '#server/platform/held-until.ts'
import { LIVE_CHANNEL } from '#server/platform/live.ts'
import type { QueuedMail } from './queued-mail.ts'

// Of a key's beginning to the last that begins so.
const LAST_CHARACTER = '\u{10FFFF}'

/** Stores a mail, and has it sent once the transaction commits; false where its key was used. */
export async function insertMail(transaction: Queryable, id: string, mail: QueuedMail): Promise<boolean> {
  const { key, purpose, marketing, to, subject, text, html, ics } = mail
  const sendAfter = mail.sendAfter ?? null
  const { rows } = await sql`
    insert into mails as stored (id, key, purpose, is_marketing, person_id, to_email, to_name, subject, body_text,
      body_html, calendar_method, calendar_content, created_at, send_after, useless_after, next_try_at)
    values (${id}, ${key}, ${purpose}, ${marketing}, ${mail.personId ?? null}, ${to.email}, ${to.name ?? null},
      ${subject}, ${text}, ${html}, ${ics?.method ?? null}, ${ics?.content ?? null}, date_trunc('milliseconds', now()), ${sendAfter},
      ${mail.uselessAfter ?? null}, coalesce(${sendAfter}::timestamptz, '-infinity'))
    on conflict (key) do update set purpose = excluded.purpose, is_marketing = excluded.is_marketing,
      person_id = excluded.person_id, to_email = excluded.to_email, to_name = excluded.to_name,
      subject = excluded.subject, body_text = excluded.body_text, body_html = excluded.body_html,
      calendar_method = excluded.calendar_method, calendar_content = excluded.calendar_content,
      created_at = excluded.created_at, send_after = excluded.send_after, useless_after = excluded.useless_after,
      next_try_at = excluded.next_try_at, state = 'waiting', failing_since = null, failure_kind = null,
      reason = null, settled_at = null
      where stored.state = 'withdrawn'
    returning id`.execute(transaction)
  if (rows.length === 0) return false
  await sql`select pg_notify(${LIVE_CHANNEL}, 'mail')`.execute(transaction)
  return true
}

/** Takes back what waits or has failed under keys that begin so; returns how many. */
export async function withdrawMails(transaction: Queryable, keyPrefix: string): Promise<number> {
  const { rows } = await sql`
    update mails set state = 'withdrawn', settled_at = now()
    where state in ('waiting', 'failed') and key >= ${keyPrefix} and key < ${keyPrefix + LAST_CHARACTER} returning id`.execute(
    transaction,
  )
  if (rows.length > 0) await sql`select pg_notify(${LIVE_CHANNEL}, 'mail')`.execute(transaction)
  return rows.length
}

/** A mail whose time has come, held by this process. */
export type DueMail = {
  id: string
  is_marketing: boolean
  to_email: string
  to_name: string | null
  subject: string
  body_text: string
  body_html: string
  calendar_method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  calendar_content: string | null
  failing_since: Date | null
  is_suppressed: boolean
}

/**
 * Takes the next mail that is due and still of use, so that no other process does for so many milliseconds; undefined
 * where none is. Of those due at once, what has failed before comes last.
 */
export async function claimMail(database: Queryable, now: Date, ms: number): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update mails set claimed_until = ${heldFor(ms)} where id = (
      select id from mails where state = 'waiting' and next_try_at <= ${now} and ${isFree('claimed_until')}
        and (useless_after is null or useless_after >= ${now})
      order by next_try_at, failing_since nulls first, created_at limit 1 for update skip locked)
    returning id, is_marketing, to_email, to_name, subject, body_text, body_html, calendar_method, calendar_content,
      failing_since, exists (select from mail_suppressions gone where gone.email = lower(to_email)) as is_suppressed`.execute(
    database,
  )
  return rows[0]
}

/** Sets aside what nobody needs any more; returns how many. */
export async function dropUseless(database: Queryable, now: Date): Promise<number> {
  const { rows } = await sql`
    update mails set state = 'useless', settled_at = ${now}
    where state = 'waiting' and useless_after < ${now} and ${isFree('claimed_until')}
    returning id`.execute(database)
  return rows.length
}

/** Notes what became of a mail; one that was taken back meanwhile stays so, unless it was sent all the same. */
export async function settleMail(
  database: Queryable,
  id: string,
  outcome: { at: Date } & ({ state: 'sent' | 'unsubscribed' } | ({ state: 'failed' } & Failure)),
): Promise<void> {
  const { kind, reason } = outcome.state === 'failed' ? outcome : { kind: null, reason: null }
  await sql`update mails set
    state = case when state = 'waiting' or ${outcome.state} = 'sent' then ${outcome.state} else state end,
    failure_kind = ${kind}, reason = ${reason}, claimed_until = null, settled_at = ${outcome.at} where id = ${id}`.execute(
    database,
  )
}

/** Keeps a mail that is held by this process for so many milliseconds more. */
export async function holdMail(database: Queryable, id: string, ms: number): Promise<void> {
  await sql`update mails set claimed_until = ${heldFor(ms)} where id = ${id}`.execute(database)
}

/** Gives back a mail that was tried and, where it still waits, notes why and when it is tried next. */
export async function putOffMail(
  database: Queryable,
  id: string,
  failure: Failure,
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  await sql`with given_back as (update mails set claimed_until = null where id = ${id} and state <> 'waiting')
    update mails set claimed_until = null, next_try_at = ${until}, failure_kind = ${failure.kind},
      reason = ${failure.reason}, failing_since = coalesce(failing_since, ${at})
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Lets all that is due wait as well: what failed is the mail server, not a mail. */
export async function putOffAll(database: Queryable, until: Date): Promise<void> {
  await sql`update mails set next_try_at = ${until} where state = 'waiting' and next_try_at < ${until}`.execute(
    database,
  )
}

/** Since when mails fail because of the mail server itself; null where none does. */
export async function failingSince(database: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(failing_since) as since from mails where state = 'waiting'`.execute(database)
  return rows[0]?.since ?? null
}

/** Whether the mail server has taken any mail since a moment. */
export async function wasAnySentSince(database: Queryable, since: Date): Promise<boolean> {
  const { rows } =
    await sql`select 1 from mails where state = 'sent' and settled_at > ${since} limit 1`.execute(database)
  return rows.length > 0
}

/** Makes what waits for another try due at once, such as when the mail server is another one; what failed as `but` keeps its pause. */
export async function hurryMails(database: Queryable, but: FailureKind | null = null): Promise<void> {
  await sql`update mails set next_try_at = coalesce(send_after, '-infinity')
    where state = 'waiting' and next_try_at > coalesce(send_after, '-infinity')
      and (${but}::text is null or failure_kind is distinct from ${but})`.execute(database)
}

/** Notes that an address gets no marketing from now on. */
export async function suppress(
  database: Queryable,
  email: string,
  reason: 'unsubscribed' | 'refused',
  at: Date,
): Promise<void> {
  await sql`insert into mail_suppressions (email, reason, at) values (lower(${email}), ${reason}, ${at})
    on conflict (email) do update set reason = 'unsubscribed', at = excluded.at
      where mail_suppressions.reason = 'refused' and excluded.reason = 'unsubscribed'`.execute(database)
}

/** Whom a mail was for; null where it is gone. */
export async function addressOfMail(database: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select to_email as email from mails where id = ${id}`.execute(database)
  return rows[0]?.email ?? null
}

/** Lets a mail that failed, or that waits for its next try, be sent at once; false where it is none, or its words are gone. */
export async function retryMail(database: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`
    update mails set state = 'waiting', next_try_at = coalesce(send_after, '-infinity'), failing_since = null,
      failure_kind = null, reason = null, settled_at = null
    where id = ${id} and body_text <> '' and (state = 'failed' or (state = 'waiting' and failing_since is not null))
    returning id`.execute(database)
  return rows.length > 0
}

/** Forgets that a mailbox was said not to exist; who left a mailing stays out of it. */
export async function forgetRefusal(database: Queryable, email: string): Promise<void> {
  await sql`delete from mail_suppressions where email = lower(${email}) and reason = 'refused'`.execute(
    database,
  )
}
