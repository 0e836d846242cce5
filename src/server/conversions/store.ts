import { sql } from 'kysely'
import type { AdChoice } from '#contract/ad-permission.ts'
import type { PixelEventName } from '#contract/ads-on-page.ts'
import { isOwnersBrowser } from '#server/counting/who-is-counted.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { visitorLock } from '#server/tracking/store.ts'

/** A pixel event as it is kept, with what its server-side twin will need. */
export type PixelEvent = {
  id: string
  visitorId: string
  eventName: PixelEventName
  /** Tells apart what may each fire once: the page and moment, or the booking. */
  dedupeKey: string
  path: string
  value: number | undefined
  currency: string | undefined
  contentName: string | undefined
  at: Date
  ipAddress: string
  userAgent: string | undefined
  fbc: string | undefined
  fbp: string | undefined
}

/** Makes claims of one event by one person, in whatever browsers, wait for each other until the transaction ends. */
export async function lockPersonEvent(transaction: Queryable, personId: string, key: string): Promise<void> {
  await takeLocks(transaction, [lockOn(`pixel ${personId} ${key}`)])
}

/** Stores an event; where this visitor has it already, nothing changes. Returns the id of the event that stands. */
export async function insertPixelEvent(transaction: Queryable, event: PixelEvent): Promise<string> {
  const { rows: stored } = await sql<{ id: string }>`
    insert into pixel_events (id, visitor_id, event_name, dedupe_key, path, value, currency, content_name, at,
      ip_address, user_agent, fbc, fbp)
    values (${event.id}, ${event.visitorId}, ${event.eventName}, ${event.dedupeKey}, ${event.path},
      ${event.value ?? null}, ${event.currency ?? null}, ${event.contentName ?? null}, ${event.at},
      ${event.ipAddress}, ${event.userAgent ?? null}, ${event.fbc ?? null}, ${event.fbp ?? null})
    on conflict do nothing returning id`.execute(transaction)
  if (stored[0]) return stored[0].id
  // A statement of its own: what was stored while the insert waited for it is not seen by the insert's own.
  const { rows: standing } = await sql<{ id: string }>`
    select id from pixel_events where visitor_id = ${event.visitorId} and event_name = ${event.eventName}
      and dedupe_key = ${event.dedupeKey}`.execute(transaction)
  return standing[0]?.id ?? ''
}

/** The event that another browser of the same person has claimed under the same key, if any. */
export async function findPersonEvent(
  transaction: Queryable,
  personId: string,
  event: Pick<PixelEvent, 'eventName' | 'dedupeKey' | 'visitorId'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select event.id from pixel_events event join visitors visitor on visitor.id = event.visitor_id
    where visitor.person_id = ${personId} and event.visitor_id <> ${event.visitorId}
      and event.event_name = ${event.eventName} and event.dedupe_key = ${event.dedupeKey}
    limit 1`.execute(transaction)
  return rows[0]?.id
}

/** What decides whether a visitor's events may be kept: its last answer, where it is, and who it is. */
export async function readAdConsent(
  database: Queryable,
  visitorId: string,
): Promise<{
  answer: AdChoice | undefined
  timezone: string | null
  personId: string | null
  isOwners: boolean
  /** Its person was erased: nothing of it is kept, though this process may not have heard of that yet. */
  isErased: boolean
}> {
  const { rows } = await sql<{
    answer: AdChoice | null
    timezone: string | null
    personId: string | null
    isOwners: boolean | null
    isErased: boolean
  }>`
    select (
        select json_build_object('choice', choice, 'version', version) from ad_consents
        where visitor_id = ${visitorId} order by at desc, id desc limit 1
      ) as answer,
      visitor.timezone, visitor.person_id as "personId", ${isOwnersBrowser('visitor')} as "isOwners",
      exists (select from erased_visitors where visitor_id = ${visitorId}) as "isErased"
    from (select 1) one left join visitors visitor on visitor.id = ${visitorId}`.execute(database)
  const [row] = rows
  return {
    answer: row?.answer ?? undefined,
    timezone: row?.timezone ?? null,
    personId: row?.personId ?? null,
    isOwners: row?.isOwners ?? false,
    isErased: row?.isErased ?? false,
  }
}

/** The visitor's answer about advert cookies, with the words it was given to. */
export type AdConsentReceipt = {
  id: string
  visitorId: string
  choice: 'granted' | 'refused'
  text: string
  version: string
  page: string
  at: Date
  ipAddress: string
  userAgent: string | undefined
}

/**
 * Stores an answer; the same answer to the same words a second time adds nothing, nor does one of a visitor whose person was
 * erased. The last word of a visitor stays the last, also where the one before was heard by a process whose clock is ahead.
 */
export async function insertAdConsent(database: Database, receipt: AdConsentReceipt): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Whoever is erased at the same moment is held by their browser first, too.
    await takeLocks(transaction, [visitorLock(receipt.visitorId)])
    await sql`
    insert into ad_consents (id, visitor_id, choice, text, version, page, at, ip_address, user_agent)
    select ${receipt.id}, ${receipt.visitorId}, ${receipt.choice}, ${receipt.text}, ${receipt.version}, ${receipt.page},
      greatest(${receipt.at}::timestamptz, last.at + interval '1 millisecond'), ${receipt.ipAddress}, ${receipt.userAgent ?? null}
    from (select) one left join lateral (
      select choice, version, at from ad_consents where visitor_id = ${receipt.visitorId}
      order by at desc, id desc limit 1
    ) last on true
    where (last.choice, last.version) is distinct from (${receipt.choice}::text, ${receipt.version}::text)
      and not exists (select from erased_visitors where visitor_id = ${receipt.visitorId})`.execute(
      transaction,
    )
  })
}
