import { sql } from 'kysely'
import { ATTRIBUTION_CHARACTERS } from '#contract/attribution.ts'
import type { AdEvent, AdPerson } from '#server/integrations/ads.ts'
import type { Failure } from '#server/integrations/failure.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isRefusedBy } from './offline-conversion-store.ts'

/** An event as it is written down to be reported by the server. */
export type NewAdEvent = {
  id: string
  visitorId: string
  personId: string | null
  /** Whose event it is: a browser's, whose twin this is, or the server's own. */
  reportedBy: 'browser' | 'server'
  /** The dedupe key of what may be reported once only, e.g. `booked <uid>`. */
  occasion: string | null
  pixelId: string
  name: string
  url: string
  at: Date
  value: number | null
  currency: string | null
  content: string | null
  ipAddress: string | null
  userAgent: string | null
  fbc: string | null
  fbp: string | null
  dueAt: Date
}

/** Writes an event down; false where it, or another that tells of the same occasion, is there already. */
export async function insertAdEvent(transaction: Queryable, event: NewAdEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into ad_events (id, visitor_id, person_id, reported_by, occasion, pixel_id, event_name, url, at, value, currency,
      content_name, ip_address, user_agent, fbc, fbp, due_at)
    values (${event.id}, ${event.visitorId}, ${event.personId}, ${event.reportedBy}, ${event.occasion}, ${event.pixelId},
      ${event.name}, ${event.url}, ${event.at}, ${event.value}, ${event.currency}, ${event.content},
      ${event.ipAddress}, ${event.userAgent}, ${event.fbc}, ${event.fbp}, ${event.dueAt})
    on conflict do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/** Makes everybody who would tell of the same occasion wait for each other until the transaction ends. */
export async function lockOccasion(transaction: Queryable, occasion: string): Promise<void> {
  await takeLocks(transaction, [lockOn(`ad occasion ${occasion}`)])
}

/**
 * Makes way for a browser's own event about an occasion: one that the server has not tried to send yet is taken back.
 * False where it is too late for that, and the browser's would count twice.
 */
export async function makeWay(transaction: Queryable, occasion: string): Promise<boolean> {
  await sql`delete from ad_events where occasion = ${occasion} and reported_by = 'server' and state = 'waiting'
    and attempts = 0`.execute(transaction)
  const { rows } = await sql`select 1 from ad_events where occasion = ${occasion} and reported_by = 'server'
    and state <> 'parked'`.execute(transaction)
  return rows.length === 0
}

/**
 * Takes back what the server has not tried to send yet and what is true no more: an outcome or a refund that was corrected, or
 * a payment that is this person's no more.
 */
export async function withdrawUntrue(
  transaction: Queryable,
  personId: string,
  trueOccasions: string[],
): Promise<void> {
  await sql`delete from ad_events where person_id = ${personId} and reported_by = 'server' and state = 'waiting'
    and attempts = 0 and occasion <> all(${trueOccasions}::text[])
    and (occasion like 'held %' or occasion like 'refunded %' or (occasion like 'paid %' and not exists (
      select from external_events event join leads lead on lead.id = event.lead_id
      where event.id = case when occasion like 'paid %' then substr(occasion, 6)::uuid end
        and lead.person_id = ad_events.person_id)))`.execute(transaction)
}

/** Takes back the same of anybody else's, where the server has not tried to send it yet: it was joined to them before. */
export async function withdrawOfOthers(
  transaction: Queryable,
  personId: string,
  occasion: string,
): Promise<void> {
  await sql`delete from ad_events where occasion = ${occasion} and person_id <> ${personId} and reported_by = 'server'
    and state = 'waiting' and attempts = 0`.execute(transaction)
}

/** A picked event with everything that is known of its person. `isRefusedSince`: who is heard for it has said no by now. */
export type PickedEvent = { event: AdEvent; pixelId: string; isRefusedSince: boolean }

type PickedRow = {
  id: string
  pixel_id: string
  event_name: string
  url: string
  at: Date
  value: string | null
  currency: string | null
  content_name: string | null
  ip_address: string | null
  user_agent: string | null
  fbc: string | null
  fbp: string | null
  visitor_id: string
  person_id: string | null
  emails: string[] | null
  phones: string[] | null
  name: string | null
  fbclid: string | null
  clicked_at: Date | null
  refused: boolean
}

/** Takes up to `limit` events that are due and happened since `takenSince`, those with the fewest attempts first, all of one pixel. */
export async function pickEvents(
  database: Queryable,
  { now, takenSince, limit }: { now: Date; takenSince: Date; limit: number },
): Promise<PickedEvent[]> {
  const isDue = sql`state = 'waiting' and due_at <= ${now} and at >= ${takenSince}`
  const { rows } = await sql<PickedRow>`
    with due as (
      select id from ad_events where ${isDue} and pixel_id = (
        select pixel_id from ad_events where ${isDue}
        order by attempts, due_at, id limit 1)
      order by attempts, due_at, id limit ${limit} for update skip locked
    ), picked as (
      update ad_events set attempts = attempts + 1 where id in (select id from due) returning *
    )
    select picked.*, coalesce(picked.person_id, visitor.person_id) as person_id,
      known.emails, known.phones, known.name, touch.fbclid, click.at as clicked_at,
      ${isRefusedBy('picked')} as refused
    from picked
    left join visitors visitor on visitor.id = picked.visitor_id
    left join lateral (
      select array_agg(email order by last_captured_at desc) as emails,
        array_agg(phone_e164 order by last_captured_at desc) filter (where phone_e164 is not null) as phones,
        (array_agg(name order by last_captured_at desc))[1] as name
      from leads where person_id = coalesce(picked.person_id, visitor.person_id)
    ) known on true
    left join lateral (
      select coalesce(visitor.last_touch ->> 'fbclid', visitor.first_touch ->> 'fbclid') as fbclid
    ) touch on true
    left join lateral (
      select min(at) as at from page_views
      where visitor_id = picked.visitor_id and attribution ->> 'fbclid' = touch.fbclid
    ) click on touch.fbclid is not null
    order by picked.at, picked.id`.execute(database)
  return rows.map((row) => ({
    pixelId: row.pixel_id,
    isRefusedSince: row.refused,
    event: {
      id: row.id,
      name: row.event_name,
      at: row.at,
      url: row.url,
      value: row.value === null ? null : Number(row.value),
      currency: row.currency,
      content: row.content_name,
      person: personOf(row),
    },
  }))
}

function personOf(row: PickedRow): AdPerson {
  const { emails, phones, name, person_id: personId, visitor_id: visitorId } = row
  return {
    emails: emails ?? [],
    phones: phones ?? [],
    name,
    externalIds: personId ? [personId, visitorId] : [visitorId],
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    fbc: row.fbc ?? builtFbc(row),
    fbp: row.fbp,
  }
}

/**
 * The click's id as its cookie would have it, where none could be kept; its time is when it was first seen. None where it
 * may have been cut: that would be another click's.
 */
function builtFbc({ fbclid, clicked_at: clickedAt, at }: PickedRow): string | null {
  if (!fbclid || fbclid.length >= ATTRIBUTION_CHARACTERS) return null
  return `fb.1.${(clickedAt ?? at).getTime()}.${fbclid}`
}

/** Notes that events have arrived. */
export async function markSent(database: Queryable, ids: string[], at: Date): Promise<void> {
  await sql`update ad_events set state = 'sent', reason = null, failure_kind = null, settled_at = ${at}
    where id = any(${ids}::uuid[])`.execute(database)
}

/** Sets events aside for good, with the reason; without a kind where it is a rule of ours, and nobody failed. */
export async function parkEvents(
  database: Queryable,
  ids: string[],
  why: { reason: string } | Failure,
  at: Date,
): Promise<void> {
  const kind = 'kind' in why ? why.kind : null
  await sql`update ad_events set state = 'parked', reason = ${why.reason}, failure_kind = ${kind}, settled_at = ${at}
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(database)
}

/** Notes why events still wait. */
export async function noteWhyWaiting(database: Queryable, ids: string[], failure: Failure): Promise<void> {
  await sql`update ad_events set reason = ${failure.reason}, failure_kind = ${failure.kind}
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(database)
}

/** Sets aside what happened before `since`, because the vendor takes nothing that old. */
export async function parkOlderThan(
  database: Queryable,
  since: Date,
  reason: string,
  at: Date,
): Promise<void> {
  await sql`update ad_events set state = 'parked', settled_at = ${at},
      reason = ${reason} || coalesce(' ' || reason, '')
    where state = 'waiting' and at < ${since}`.execute(database)
}

/** When the next event is due; undefined where none waits. */
export async function nextDue(database: Queryable): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(due_at) as due from ad_events where state = 'waiting'`.execute(database)
  return rows[0]?.due ?? undefined
}
