import { type RawBuilder, sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import type { FailureKind } from '#contract/failure-kinds.ts'
import type { Failure } from '#server/integrations/failure.ts'
import { lockOn } from '#server/platform/advisory-lock.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Why a call was not placed, as pages tell it apart. */
export type NotCalledCode =
  | 'consent'
  | 'phone'
  | 'again'
  | 'trouble'
  | 'number'
  | 'country'
  | 'hours'
  | 'address'
  | 'hour-cap'
  | 'day-cap'

/** How a wish for a call stands. */
export type CallRequestState = 'waiting' | 'sent' | 'not_called' | 'parked'

/** The lock that makes wishes for calls of one lead, or to one number, wait for each other. */
export const callsLock = (leadOrPhone: string): RawBuilder<unknown> => lockOn(`calls ${leadOrPhone}`)

/** A span of time: what is dated later than it lasts was noted while a clock was wrong, and is no part of it. */
export type Lately = { since: Date; at: Date }

/** The condition that a time lies in a span. */
export const isLately = (time: RawBuilder<unknown>, { since, at }: Lately): RawBuilder<unknown> =>
  sql`(${time} > ${since} and ${time} <= ${latestNoted(at)})`

/** The newest wish for a call of a lead in a span of time. */
export async function lastCallRequest(
  transaction: Queryable,
  leadId: string,
  lately: Lately,
): Promise<{ id: string; state: CallRequestState; requestedAt: Date } | undefined> {
  const { rows } = await sql<{ id: string; state: CallRequestState; requestedAt: Date }>`
    select id, state, requested_at as "requestedAt" from call_requests where lead_id = ${leadId} and ${isLately(sql.ref('requested_at'), lately)}
    order by requested_at desc, id desc limit 1`.execute(transaction)
  return rows[0]
}

/** Whether an application of a lead was stored after a time, by our own form or by another that its vendor signed. */
export async function hasAppliedSince(transaction: Queryable, leadId: string, time: Date): Promise<boolean> {
  const { rows } = await sql`
    select from external_events where lead_id = ${leadId} and kind = 'application' and at > ${time} limit 1`.execute(
    transaction,
  )
  return rows.length > 0
}

/** Writes a wish for a call down, or lets the one with this id wait anew; that a page announced it stays known. */
export async function saveCallRequest(
  transaction: Queryable,
  request: { id: string; leadId: string; page: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into call_requests (id, lead_id, page, requested_at)
    values (${request.id}, ${request.leadId}, ${request.page}, ${request.at})
    on conflict (id) do update set page = coalesce(excluded.page, call_requests.page),
      requested_at = excluded.requested_at, state = 'waiting', reason = null, reason_code = null, failure_kind = null, failing_since = null, settled_at = null`.execute(
    transaction,
  )
}

/** Notes the page that announces the call on a wish that waits without one, whose job then reads it; false where none does. */
export async function announceWaitingCall(
  transaction: Queryable,
  { leadId, page, lately }: { leadId: string; page: string; lately: Lately },
): Promise<boolean> {
  const { rows } = await sql`
    update call_requests set page = ${page} where id = (
        select id from call_requests where lead_id = ${leadId} and ${isLately(sql.ref('requested_at'), lately)}
        order by requested_at desc, id desc limit 1)
      and state = 'waiting' and page is null returning id`.execute(transaction)
  return rows.length > 0
}

/** A wish for a call with whom it is about. */
export type CallRequest = {
  id: string
  lead_id: string
  page: string | null
  requested_at: Date
  /** Why the last try failed, if there was one. */
  reason: string | null
  failure_kind: FailureKind | null
  name: string
  email: string
  phone_e164: string | null
  timezone: string | null
  last_touch: Attribution
  /** When it was counted against the limits, if it was. */
  placed_at: Date | null
}

/**
 * Takes the exclusive right to place a call until `until`; undefined where it does not wait, or another has it. One that a
 * wrong clock dated ahead of any is nobody's.
 */
export async function leaseCallRequest(
  database: Queryable,
  id: string,
  now: Date,
  until: Date,
): Promise<CallRequest | undefined> {
  const { rows } = await sql<CallRequest>`
    update call_requests request set lease_until = ${until}, attempts = attempts + 1
    from leads lead
    where request.id = ${id} and lead.id = request.lead_id and request.state = 'waiting'
      and (request.lease_until is null or request.lease_until < ${now} or request.lease_until > ${latestNoted(until)})
    returning request.id, request.lead_id, request.page, request.requested_at, request.reason, request.failure_kind,
      lead.name, lead.email, lead.phone_e164,
      lead.details ->> 'timezone' as timezone, lead.last_touch, request.placed_at`.execute(database)
  return rows[0]
}

/** Whether a wish for a call waits. */
export async function isCallWaiting(database: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from call_requests where id = ${id} and state = 'waiting'`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * The newest word on automated calls to this very number, given with this very lead: whether it is a yes, and from which
 * address it came. A no holds from wherever it comes; a yes only from a browser that is known as that person's.
 */
export async function readCallConsent(
  database: Queryable,
  leadId: string,
  phone: string,
): Promise<{ granted: boolean; address: string | null }> {
  const { rows } = await sql<{ granted: boolean; address: string | null }>`
    select receipt.granted, receipt.ip_address as address from consent_receipts receipt
    join lead_captures capture on capture.id = receipt.capture_id
    where receipt.lead_id = ${leadId} and receipt.kind = 'automated_call'
      and capture.details ->> 'phoneE164' = ${phone}
      and (not receipt.granted or capture.confirmation is distinct from 'open')
    order by receipt.at desc, receipt.id desc limit 1`.execute(database)
  return rows[0] ?? { granted: false, address: null }
}

/** Whether another wish has this number in a span of time: the same phone is not rung twice for two leads. */
export async function isNumberTaken(
  transaction: Queryable,
  id: string,
  phone: string,
  lately: Lately,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from call_requests where phone_e164 = ${phone} and id <> ${id} and state in ('waiting', 'sent')
      and ${isLately(sql.ref('requested_at'), lately)} limit 1`.execute(transaction)
  return rows.length > 0
}

/** A call that may be placed: the number, and since when and for whose address it counts against the limits. */
export type Placed = { phone: string; at: Date; addressKey: string | null }

/** Notes what a wish is about to dial; false where it waits no more, such as one whose lead was erased meanwhile. */
export async function markPlaced(transaction: Queryable, id: string, placed: Placed): Promise<boolean> {
  const { rows } = await sql`update call_requests set phone_e164 = ${placed.phone}, placed_at = ${placed.at},
    address_key = ${placed.addressKey} where id = ${id} and state = 'waiting' returning id`.execute(
    transaction,
  )
  return rows.length > 0
}

/** Ends a wish with what came of it. `isOver`: the agent did answer, so that this wish says no more of its trouble. */
export async function settleCallRequest(
  database: Queryable,
  id: string,
  outcome: {
    state: 'sent' | 'not_called' | 'parked'
    reason: string | null
    code: NotCalledCode | null
    /** Why asking for it failed, where it did. */
    kind?: FailureKind
    at: Date
    isOver: boolean
  },
): Promise<void> {
  await sql`update call_requests set state = ${outcome.state}, reason = ${outcome.reason},
      reason_code = ${outcome.code}, failure_kind = ${outcome.kind ?? null}, settled_at = ${outcome.at}, lease_until = null,
      failing_since = case when ${outcome.isOver} then null else coalesce(failing_since, ${outcome.at}) end
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Lets a wish wait on, and notes why and since when. */
export async function letCallWait(
  database: Queryable,
  id: string,
  failure: Failure,
  at: Date,
): Promise<void> {
  await sql`update call_requests set reason = ${failure.reason}, failure_kind = ${failure.kind}, lease_until = null,
      failing_since = coalesce(failing_since, ${at})
    where id = ${id} and state = 'waiting'`.execute(database)
}

/** Forgets a wish for a call that no page has announced and that was never tried. */
export async function forgetUnannounced(database: Queryable, id: string): Promise<void> {
  await sql`delete from call_requests where id = ${id} and page is null and state = 'waiting' and reason is null
    and lease_until is null`.execute(database)
}

/** Forgets a wish for a call where nobody could place one. */
export async function forgetCallRequest(database: Queryable, id: string): Promise<void> {
  await sql`delete from call_requests where id = ${id}`.execute(database)
}

/** The lead of a wish for a call. */
export async function leadOfCallRequest(transaction: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ lead_id: string }>`select lead_id from call_requests where id = ${id}`.execute(
    transaction,
  )
  return rows[0]?.lead_id ?? null
}
