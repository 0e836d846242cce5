import { sql } from 'kysely'
import type { BookingStatus } from '#contract/outcomes.ts'
import { isLeadHidden } from '#server/counting/who-is-counted.ts'
import type { History } from '#server/external-events/store.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A booking as one piece of news tells it. `toldAt` is null where it only says that there was such a booking. */
export type BookingRow = {
  uid: string
  title: string | null
  startAt: Date | null
  endAt: Date | null
  location: string | null
  attendeeName: string | null
  toldAt: Date | null
  rescheduledTo?: string
}

// News may arrive late: what is told by newer news stays.
const isNewer = sql`(excluded.reported_at is not null and excluded.reported_at >= coalesce(bookings.reported_at, '-infinity'))`
const newest = (column: string) =>
  sql`${sql.ref(column)} = case when ${isNewer} then coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`bookings.${column}`)})
    else coalesce(${sql.ref(`bookings.${column}`)}, ${sql.ref(`excluded.${column}`)}) end`

/** Whether a call was ever booked, in whichever calendar. */
export async function hasAnyBooking(database: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from bookings limit 1`.execute(database)
  return rows.length > 0
}

/** Stores a booking or brings it up to date, whatever the order in which its news arrives. */
export async function saveBooking(
  transaction: Queryable,
  externalEventId: string,
  booking: BookingRow,
): Promise<void> {
  const columns = ['title', 'start_at', 'end_at', 'location', 'attendee_name'].map(newest)
  await sql`
    insert into bookings (id, uid, status, title, start_at, end_at, location, attendee_name, rescheduled_to, reported_at)
    values (${externalEventId}, ${booking.uid}, 'unknown', ${booking.title}, ${booking.startAt}, ${booking.endAt},
      ${booking.location}, ${booking.attendeeName}, ${booking.rescheduledTo ?? null}, ${booking.toldAt})
    on conflict (id) do update set ${sql.join(columns)},
      rescheduled_to = coalesce(bookings.rescheduled_to, excluded.rescheduled_to),
      reported_at = greatest(bookings.reported_at, excluded.reported_at)`.execute(transaction)
}

/** Notes how a booking stands. */
export async function setBookingStatus(
  transaction: Queryable,
  externalEventId: string,
  status: BookingStatus,
): Promise<void> {
  await sql`update bookings set status = ${status} where id = ${externalEventId}`.execute(transaction)
}

/** The id of a booking, by the name that its calendar gave it. */
export async function findBooking(database: Queryable, uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from bookings where uid = ${uid}`.execute(database)
  return rows[0]?.id
}

/** A booking's history, oldest step first. */
export async function readHistory(database: Queryable, id: string): Promise<History> {
  const { rows } = await sql<History[number]>`
    select key, kind, at, details, delivery_id is not null as "isVendors" from external_event_updates
    where external_event_id = ${id} order by at, external_event_updates.id`.execute(database)
  return rows
}

/** A call that is over and that nobody has said the outcome of. */
export type OpenCallRow = {
  uid: string
  leadId: string | null
  name: string | null
  email: string | null
  phone: string | null
  title: string | null
  startAt: Date
  endAt: Date | null
}

/** Booked calls that are over by `now` without an outcome, the newest first, with their number in all; none of a lead that does not count. */
export async function listWithoutOutcome(
  database: Queryable,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<{ rows: OpenCallRow[]; total: number }> {
  const { rows } = await sql<OpenCallRow & { total: number }>`
    select booking.uid, event.lead_id as "leadId", coalesce(lead.name, own.name, booking.attendee_name) as name,
      coalesce(lead.email, own.email, event.email) as email,
      coalesce(own.phone, lead.phone_e164, event.phone_e164) as phone, booking.title,
      booking.start_at as "startAt", booking.end_at as "endAt", count(*) over () as total
    from bookings booking
    join external_events event on event.id = booking.id
    left join leads lead on lead.id = event.lead_id
    left join calendar_bookings own on own.uid = booking.uid
    where booking.status = 'booked' and booking.start_at > ${since} and booking.start_at <= ${now}
      and coalesce(booking.end_at, booking.start_at) <= ${now} and booking.uid not like 'erased-%'
      and (lead.id is null or not ${isLeadHidden('lead')})
    order by booking.start_at desc, booking.id desc limit ${limit}`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, ...row }) => row),
  }
}
