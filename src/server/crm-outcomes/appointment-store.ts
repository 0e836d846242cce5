import { sql } from 'kysely'
import type { CrmAppointment, CrmAppointmentStatus } from '#server/integrations/crm-outcomes.ts'
import { latestNoted } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

/** An appointment as it is kept. */
export type AppointmentRow = {
  id: string
  location_key: string
  calendar: string
  contact_id: string
  start_at: Date
  end_at: Date | null
  status: CrmAppointmentStatus
  added_at: Date | null
  updated_at: Date | null
  gone_at: Date | null
  is_applied: boolean
  /** When it began as it was applied last. */
  applied_start_at: Date | null
  booking_id: string | null
}

/** Stores what the CRM tells of appointments. One that it tells something new of has to be applied again. */
export async function saveAppointments(
  database: Queryable,
  appointments: readonly (CrmAppointment & { calendar: string })[],
  { locationKey, at }: { locationKey: string; at: Date },
): Promise<void> {
  if (appointments.length === 0) return
  await sql`
    insert into crm_appointments as kept (id, location_key, calendar_id, calendar, contact_id, start_at, end_at, status,
      added_at, updated_at, seen_at)
    select distinct on (id) id, ${locationKey}, "calendarId", calendar, "contactId", "startAt", "endAt", status, "addedAt",
      "updatedAt", ${at}
    from jsonb_to_recordset(${JSON.stringify(appointments)}::jsonb) as told (id text, "calendarId" text, calendar text,
      "contactId" text, "startAt" timestamptz, "endAt" timestamptz, status text, "addedAt" timestamptz, "updatedAt" timestamptz)
    order by id, "updatedAt" desc nulls last
    on conflict (id) do update set location_key = excluded.location_key, calendar_id = excluded.calendar_id,
      calendar = excluded.calendar, contact_id = excluded.contact_id, start_at = excluded.start_at, end_at = excluded.end_at,
      status = excluded.status, added_at = coalesce(excluded.added_at, kept.added_at), updated_at = excluded.updated_at,
      seen_at = excluded.seen_at, gone_at = null,
      is_applied = kept.is_applied and kept.gone_at is null and (kept.location_key, kept.contact_id, kept.start_at,
        kept.end_at, kept.status) is not distinct from (excluded.location_key, excluded.contact_id, excluded.start_at,
        excluded.end_at, excluded.status)`.execute(database)
}

/** Appointments of a calendar in a stretch of time that are known and were not told of since `since`, the oldest look first. */
export async function missingAppointments(
  database: Queryable,
  where: { locationKey: string; calendarId: string; from: Date; to: Date; since: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from crm_appointments where calendar_id = ${where.calendarId} and location_key = ${where.locationKey}
      and start_at >= ${where.from} and start_at < ${where.to} and gone_at is null
      and (seen_at < ${where.since} or seen_at > ${latestNoted(where.since)})
    order by seen_at, id limit ${where.limit}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Notes that the CRM still knows an appointment, of which nothing more could be read. */
export async function noteSeen(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update crm_appointments set seen_at = ${at} where id = ${id}`.execute(database)
}

/** Notes that the CRM deleted an appointment. */
export async function noteGone(database: Queryable, id: string, at: Date): Promise<void> {
  await sql`update crm_appointments set gone_at = ${at}, is_applied = false where id = ${id}`.execute(
    database,
  )
}

// A booking of another calendar that turned up later is the same call as the one made here for the appointment.
const hasTwin = sql`exists (select from bookings own join external_events event on event.id = own.id
  join leads owner on owner.id = event.lead_id
  join bookings twin on twin.start_at = own.start_at and twin.id <> own.id and twin.uid not like 'crm-%'
  join external_events other on other.id = twin.id join leads one on one.id = other.lead_id and one.person_id = owner.person_id
  where own.id = appointment.booking_id and own.uid like 'crm-%' and twin.status not in ('rescheduled', 'rejected')
    and appointment.gone_at is null
    and not exists (select from crm_appointments taken where taken.booking_id = twin.id))`

/** The next appointments that were not applied yet and are of leads, each with its lead, the earliest first. */
export async function nextToApply(
  database: Queryable,
  { locationKey, limit }: { locationKey: string; limit: number },
): Promise<{ id: string; leadId: string }[]> {
  const { rows } = await sql<{ id: string; leadId: string }>`
    select distinct on (appointment.start_at, appointment.id) appointment.id, lead.id as "leadId"
    from crm_appointments appointment join leads lead on lead.crm_contact_id = appointment.contact_id
    where not appointment.is_applied and appointment.location_key = ${locationKey} and lead.erased_at is null
    order by appointment.start_at, appointment.id, lead.last_captured_at desc, lead.id limit ${limit}`.execute(
    database,
  )
  return rows
}

/** Has appointments applied again whose call was booked in another calendar, too, and became known only later. */
export async function findTwins(database: Queryable, since: Date): Promise<void> {
  await sql`update crm_appointments appointment set is_applied = false
    where is_applied and booking_id is not null and start_at >= ${since} and ${hasTwin}`.execute(database)
}

/** An appointment, held until the transaction ends. */
export async function lockAppointment(
  transaction: Queryable,
  id: string,
): Promise<AppointmentRow | undefined> {
  const { rows } = await sql<AppointmentRow>`
    select id, location_key, calendar, contact_id, start_at, end_at, status, added_at, updated_at, gone_at, is_applied,
      applied_start_at, booking_id from crm_appointments where id = ${id} for update`.execute(transaction)
  return rows[0]
}

/** Notes which booking an appointment is, and that all it says was said of it. */
export async function noteApplied(
  transaction: Queryable,
  id: string,
  bookingId: string | null,
): Promise<void> {
  await sql`update crm_appointments set is_applied = true, applied_start_at = start_at, booking_id = ${bookingId} where id = ${id}`.execute(
    transaction,
  )
}

/** A booking as far as an appointment is held against it. */
export type CallRow = { id: string; uid: string; start_at: Date | null; person_id: string | null }

/** The booking that an appointment is. */
export async function callOf(transaction: Queryable, bookingId: string): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select booking.id, booking.uid, booking.start_at, lead.person_id from bookings booking
    join external_events event on event.id = booking.id left join leads lead on lead.id = event.lead_id
    where booking.id = ${bookingId}`.execute(transaction)
  return rows[0]
}

/**
 * The booking of a lead's person that begins at the same time and that no other appointment is, or was until it moved away;
 * one of another calendar first, and one that stands before one that ended.
 */
export async function findSameCall(
  transaction: Queryable,
  { leadId, startAt, appointmentId }: { leadId: string; startAt: Date; appointmentId: string },
): Promise<CallRow | undefined> {
  const { rows } = await sql<CallRow>`
    select booking.id, booking.uid, booking.start_at, lead.person_id from bookings booking
    join external_events event on event.id = booking.id join leads lead on lead.id = event.lead_id
    where booking.start_at = ${startAt} and lead.person_id = (select person_id from leads where id = ${leadId})
      and not exists (select from crm_appointments other where other.booking_id = booking.id and other.id <> ${appointmentId})
      and not (booking.status = 'rescheduled' and booking.uid like 'crm-%'
        and not starts_with(booking.uid, ${`crm-${appointmentId}-`}))
    order by booking.uid like 'crm-%', booking.status in ('rescheduled', 'rejected', 'cancelled'), booking.id
    limit 1`.execute(transaction)
  return rows[0]
}

/** Whether a call was booked, or one that was moved to its time: being moved once more, or confirmed, is no second booking. */
export async function wasEverBooked(transaction: Queryable, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive told as (
      select id, uid from bookings where id = ${bookingId}
      union select earlier.id, earlier.uid from bookings earlier join told on earlier.rescheduled_to = told.uid
    )
    select from external_event_updates step where external_event_id in (select id from told)
      and step.kind in ('created', 'rescheduled') limit 1`.execute(transaction)
  return rows.length > 0
}

/** Forgets appointments of nobody here that began before `before`. */
export async function forgetOldAppointments(database: Database, before: Date): Promise<void> {
  await sql`delete from crm_appointments where booking_id is null and start_at < ${before}`.execute(database)
}
