import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { BookingStatus } from './booking-status.ts'

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
