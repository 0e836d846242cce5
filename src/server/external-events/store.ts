import { sql } from 'kysely'
import type { JoinedBy } from '#contract/payments.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What a vendor's signature can verify. */
export type ExternalEventKind = 'application' | 'booking' | 'payment' | 'call'

/** Something a vendor verifies, and whose it is. */
export type ExternalEvent = {
  id: string
  kind: ExternalEventKind
  key: string
  at: Date
  email: string | null
  phone_e164: string | null
  reference: string | null
  lead_id: string | null
  joined_by: JoinedBy | null
  settled_by_owner: boolean
  trigger: 'application' | 'booking' | null
  page: string | null
  rules_applied_for: string | null
}

/** One step in an external event's history. A step with the same key is the same step. */
export type ExternalEventUpdate = {
  key: string
  kind: string
  at: Date
  details: Record<string, unknown>
  /** The delivery that told of it; null where no vendor did: it happened here. */
  deliveryId: string | null
}

/** What happened to an external event, oldest step first; `isVendors` where a vendor's delivery told of it. */
export type History = {
  key: string
  kind: string
  at: Date
  details: Record<string, unknown>
  isVendors: boolean
}[]

/** Stores an external event, or adds to a known one what it did not say yet; the row stays locked until the transaction ends. */
export async function saveExternalEvent(
  transaction: Queryable,
  externalEvent: Pick<ExternalEvent, 'id' | 'kind' | 'key' | 'at' | 'email' | 'phone_e164' | 'reference'>,
): Promise<ExternalEvent> {
  const { rows } = await sql<ExternalEvent>`
    insert into external_events (id, kind, key, at, email, phone_e164, reference)
    values (${externalEvent.id}, ${externalEvent.kind}, ${externalEvent.key}, ${externalEvent.at}, ${externalEvent.email}, ${externalEvent.phone_e164}, ${externalEvent.reference})
    on conflict (kind, key) do update set
      at = least(external_events.at, excluded.at),
      email = coalesce(external_events.email, excluded.email),
      phone_e164 = coalesce(external_events.phone_e164, excluded.phone_e164),
      reference = coalesce(external_events.reference, excluded.reference)
    returning *`.execute(transaction)
  const [saved] = rows
  if (!saved) throw new Error('an external event was not saved')
  return saved
}

/** Puts another phone number to an external event, which is locked. */
export async function setPhone(transaction: Queryable, id: string, phone: string | null): Promise<void> {
  await sql`update external_events set phone_e164 = ${phone} where id = ${id}`.execute(transaction)
}

/** Adds a step to an external event's history, where it is not there already, and returns all of it, oldest step first. */
export async function addUpdate(
  transaction: Queryable,
  id: string,
  externalEventId: string,
  event: ExternalEventUpdate,
): Promise<History> {
  const { rows } = await sql<History[number]>`
    with added as (
      insert into external_event_updates (id, external_event_id, delivery_id, key, kind, at, details)
      values (${id}, ${externalEventId}, ${event.deliveryId}, ${event.key}, ${event.kind}, ${event.at},
        ${JSON.stringify(event.details)})
      on conflict (external_event_id, key) do nothing returning id, key, kind, at, details, delivery_id
    )
    select key, kind, at, details, delivery_id is not null as "isVendors" from (
      select id, key, kind, at, details, delivery_id from external_event_updates
      where external_event_id = ${externalEventId} union all table added
    ) told order by at, id`.execute(transaction)
  return rows
}

/** Takes steps out of an external event's history that turn out to be none of it. */
export async function dropUpdates(
  transaction: Queryable,
  externalEventId: string,
  keys: string[],
): Promise<void> {
  await sql`delete from external_event_updates
    where external_event_id = ${externalEventId} and key = any(${keys}::text[])`.execute(transaction)
}

/** Says which rules an external event sets off: from now on it counts as this trigger. */
export async function setTrigger(
  transaction: Queryable,
  externalEventId: string,
  trigger: 'application' | 'booking',
  page: string | null,
): Promise<void> {
  await sql`update external_events set trigger = ${trigger}, page = ${page} where id = ${externalEventId}`.execute(
    transaction,
  )
}

/** Notes whose an external event is, or that it is nobody's. */
export async function linkToLead(
  transaction: Queryable,
  externalEventId: string,
  join: { leadId: string | null; by: JoinedBy | null; at: Date; isOwners: boolean },
): Promise<void> {
  await sql`update external_events set lead_id = ${join.leadId}, joined_by = ${join.by}, joined_at = ${join.at},
    settled_by_owner = settled_by_owner or ${join.isOwners} where id = ${externalEventId}`.execute(
    transaction,
  )
}

/**
 * Whether what an external event tells may have reached its lead's rules before: by the browser's word, while this is the first of
 * its kind that a vendor tells of the lead; or as the booking that it took the place of.
 */
export async function isToldBefore(
  transaction: Queryable,
  externalEventId: string,
  leadId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean; is_moved: boolean }>`
    select not exists (select from external_events other where other.lead_id = ${leadId} and other.trigger = external.trigger
        and other.rules_applied_for = ${leadId} and other.id <> external.id) as is_first,
      exists (select from bookings own join bookings other
          on other.rescheduled_to = own.uid or own.rescheduled_to = other.uid
        join external_events applied on applied.id = other.id and applied.lead_id = ${leadId}
        where own.id = external.id and applied.rules_applied_for = ${leadId}) as is_moved
    from external_events external where external.id = ${externalEventId}`.execute(transaction)
  return rows[0] !== undefined && (rows[0].is_first || rows[0].is_moved)
}

/** Notes for which lead an external event has set off its rules, so that it does so once. */
export async function setRulesApplied(
  transaction: Queryable,
  externalEventId: string,
  leadId: string,
): Promise<void> {
  await sql`update external_events set rules_applied_for = ${leadId} where id = ${externalEventId}`.execute(
    transaction,
  )
}

/** An external event by its id, locked. */
export async function lockExternalEvent(
  transaction: Queryable,
  id: string,
): Promise<ExternalEvent | undefined> {
  const { rows } =
    await sql<ExternalEvent>`select * from external_events where id = ${id} for update`.execute(transaction)
  return rows[0]
}

/** An external event by the name its vendor gave it, locked. */
export async function lockByKey(
  transaction: Queryable,
  { kind, key }: Pick<ExternalEvent, 'kind' | 'key'>,
): Promise<ExternalEvent | undefined> {
  const { rows } = await sql<ExternalEvent>`
    select * from external_events where kind = ${kind} and key = ${key} for update`.execute(transaction)
  return rows[0]
}

/** A lead as far as joining needs it. */
export type FoundLead = { id: string; personId: string }

/** By what external events that are nobody's yet may be a lead's: `captureId` is a submit of it that may have travelled along. */
export type UnlinkedOf = {
  id: string
  email: string
  phone: string | null
  visitorId: string
  captureId: string
}

/**
 * External events without a lead that may be this lead's, oldest first, locked. One that another transaction holds is being
 * joined there; waiting for it could make both wait for ever.
 */
export async function lockUnlinked(transaction: Queryable, lead: UnlinkedOf): Promise<ExternalEvent[]> {
  // As one value, worked out beforehand: as a join it would keep the indexes from being used.
  const claimed = sql`array(select evidence ->> 'email' from milestones
    where visitor_id = ${lead.visitorId} and evidence ->> 'email' is not null)`
  const { rows } = await sql<ExternalEvent>`
    select * from external_events where lead_id is null and not settled_by_owner and (
      email = any(${claimed} || ${lead.email}::text) or phone_e164 = ${lead.phone}
      or reference = any(${[lead.id, lead.visitorId, lead.captureId, lead.email]}::text[]))
    order by at, id for update skip locked`.execute(transaction)
  return rows
}

/** The leads whose external events a delivery told of: applications, bookings and payments. */
export async function leadsOfDelivery(transaction: Queryable, deliveryId: string): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string }>`
    select distinct external.lead_id from external_event_updates event join external_events external on external.id = event.external_event_id
    where event.delivery_id = ${deliveryId} and external.lead_id is not null and external.kind <> 'call'`.execute(
    transaction,
  )
  return rows.map(({ lead_id }) => lead_id)
}

/** The ids of a lead's external events that are its only by what travelled from a browser or was claimed in it, locked. */
export async function lockEventsOfBrowser(
  transaction: Queryable,
  from: { leadId: string; visitorId: string; captureIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from external_events where lead_id = ${from.leadId} and not settled_by_owner and (
      (joined_by in ('reference', 'same-email') and reference = any(${[from.visitorId, ...from.captureIds]}::text[]))
      or (joined_by = 'visitor' and exists (select from milestones
        where visitor_id = ${from.visitorId} and evidence ->> 'email' = external_events.email)))
    order by id for update`.execute(transaction)
  return rows.map(({ id }) => id)
}
