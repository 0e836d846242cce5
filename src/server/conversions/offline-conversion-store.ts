import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { APPLIED_ON } from './dedupe-key.ts'

/** Something vendors verify of a person, as far as reporting it needs it. */
export type VerifiedEvent = {
  id: string
  kind: 'application' | 'booking' | 'payment'
  key: string
  /** When it was filled in, booked or paid; null for a call that only moved here, which is no second booking. */
  at: Date | null
  bookingStatus: string | null
  /** When a booked call is over. */
  endAt: Date | null
  /** When the owner or the CRM said that it took place. */
  shownAt: Date | null
  amountMinor: number | null
  currency: string | null
}

/** The person of a lead. */
export async function personOfLead(database: Queryable, leadId: string): Promise<string | undefined> {
  const { rows } = await sql<{ person_id: string }>`select person_id from leads where id = ${leadId}`.execute(
    database,
  )
  return rows[0]?.person_id
}

/** What vendors verify of a person: applications, calls that were booked or moved to another time, and real payments, oldest first. */
export async function verifiedEvents(database: Queryable, personId: string): Promise<VerifiedEvent[]> {
  const { rows } = await sql<VerifiedEvent>`
    select external.id, external.kind, external.key, min(event.at) filter (where event.kind in ('submitted', 'created', 'paid', 'invoiced')) as at,
      booking.status as "bookingStatus", booking.end_at as "endAt",
      max(event.at) filter (where event.kind = 'shown' and event.delivery_id is null and not exists (
        select from external_event_updates undone where undone.external_event_id = external.id and undone.kind = 'undone'
          and undone.details ->> 'of' = event.key)) as "shownAt",
      payment.amount_minor as "amountMinor", payment.currency
    from external_events external
    join leads lead on lead.id = external.lead_id
    join external_event_updates event on event.external_event_id = external.id
    left join bookings booking on booking.id = external.id
    left join payments payment on payment.id = external.id
    where lead.person_id = ${personId} and external.kind in ('application', 'booking', 'payment')
      and (external.kind <> 'payment' or (not payment.is_test and payment.status in ('paid', 'partly_refunded', 'inquiry')
        and payment.session_id is not null))
    group by external.id, booking.id, payment.id
    having bool_or(event.kind in ('submitted', 'created', 'paid', 'invoiced')) or booking.status in ('booked', 'held')
    order by at, external.id`.execute(database)
  return rows
}

/** Money that was given back for a payment that is reported, or about to be. */
export type ReportableRefund = {
  paymentId: string
  key: string
  at: Date
  amountMinor: number
  currency: string
}

/** The refunds of a person's real payments that stand for sure, of those payments that the advert account knows of. */
export async function reportableRefunds(database: Queryable, personId: string): Promise<ReportableRefund[]> {
  const { rows } = await sql<ReportableRefund>`
    select payment.id as "paymentId", money.key, money.at, -money.amount_minor as "amountMinor", money.currency
    from leads lead join external_events external on external.lead_id = lead.id
    join payments payment on payment.id = external.id
    join payment_movements money on money.payment_id = payment.id and money.kind = 'refunded'
    where lead.person_id = ${personId} and not payment.is_test
      and exists (select from ad_events where occasion = 'paid ' || payment.id and state <> 'parked')
      and (money.key like 'refunded %' or exists (select from external_event_updates told
        where told.external_event_id = payment.id and told.details ->> 'refund' = money.key
          and told.details ->> 'status' = 'succeeded'))
    order by money.at, money.key`.execute(database)
  return rows
}

/** Whether a browser of the person has reported this booking, or an application, by itself. */
export async function hasBrowserTold(
  database: Queryable,
  personId: string,
  what: { booking: string } | 'application',
): Promise<boolean> {
  const which =
    what === 'application'
      ? sql`event.event_name = 'SubmitApplication' and event.path = any(${APPLIED_ON}::text[])`
      : sql`event.event_name = 'Schedule' and event.dedupe_key = ${`booking ${what.booking}`}`
  const { rows } = await sql`
    select 1 from visitors visitor join pixel_events event on event.visitor_id = visitor.id
    where visitor.person_id = ${personId} and ${which} limit 1`.execute(database)
  return rows.length > 0
}

/** The browser by which an advert account knows a person. */
export type KnownBrowser = {
  visitorId: string
  path: string
  ipAddress: string | null
  userAgent: string
  fbc: string | null
  fbp: string | null
}

/**
 * The browser that an offline conversion is attributed by: of those whose events might be reported, the one that last came
 * by an ad, else the last. Undefined where no browser of the person was ever reported: then nobody agreed to it.
 */
export async function knownBrowser(database: Queryable, personId: string): Promise<KnownBrowser | undefined> {
  const { rows } = await sql<KnownBrowser>`
    select event.visitor_id as "visitorId", event.path, event.ip_address as "ipAddress",
      event.user_agent as "userAgent", event.fbc, event.fbp
    from visitors visitor join pixel_events event on event.visitor_id = visitor.id
    where visitor.person_id = ${personId} and event.user_agent is not null
    order by (event.fbc is not null or visitor.last_touch ? 'fbclid' or visitor.first_touch ? 'fbclid') desc,
      event.at desc, event.id limit 1`.execute(database)
  return rows[0]
}

/**
 * The browsers whose no holds for a person: all that are theirs, and any other in which their email was typed, unless the
 * owner has parted it. A subquery of ids.
 */
const browsersHeardFor = (personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select id from visitors where person_id = ${personId}
  union
  select capture.visitor_id from leads lead join lead_captures capture on capture.lead_id = lead.id
  where lead.person_id = ${personId} and capture.visitor_id is not null)`

/**
 * The condition that somebody who is heard for an event has said no by now: its browser or, of what the server tells by itself,
 * any browser that is heard for the person. From an alias of `ad_events`.
 */
export const isRefusedBy = (event: string): RawBuilder<unknown> => sql`exists (
  select from (
    select ${sql.ref(`${event}.visitor_id`)} as id
    union select id from ${browsersHeardFor(sql.ref(`${event}.person_id`))} theirs
    where ${sql.ref(`${event}.reported_by`)} = 'server'
  ) heard cross join lateral (
    select choice from ad_consents where visitor_id = heard.id order by at desc, id desc limit 1
  ) said where said.choice = 'refused')`

/** The browsers that are heard for one person. */
export async function browsersHeardOf(database: Queryable, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${browsersHeardFor(sql`${personId}`)} browser`.execute(database)
  return rows.map(({ id }) => id)
}
