import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** A booked call for the owner's list, whichever calendar it was booked in. */
export type UpcomingRow = {
  id: string
  uid: string
  leadId: string | null
  name: string | null
  email: string | null
  phone: string | null
  title: string | null
  note: string | null
  startAt: Date
  endAt: Date | null
  location: string | null
  status: string
  isOwn: boolean
}

const EITHER_SIDE = 300

/**
 * Booked calls that begin after a moment, the earliest first, and how many there are: of those that have begun the latest,
 * of those to come the next. What was cancelled, declined or moved away is none, nor is the call of somebody who was erased.
 */
export async function listUpcoming(
  database: Queryable,
  { since, now }: { since: Date; now: Date },
): Promise<{ rows: UpcomingRow[]; total: number }> {
  const isBooked = sql`status in ('booked', 'held', 'no_show', 'requested') and uid not like 'erased-%'`
  // Each by itself: a full week behind must not leave out what is to come.
  const begun = sql`(select id from bookings where start_at > ${since} and start_at <= ${now} and ${isBooked}
    order by start_at desc, id desc limit ${EITHER_SIDE})`
  const toCome = sql`(select id from bookings where start_at > ${now} and ${isBooked}
    order by start_at, id limit ${EITHER_SIDE})`
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from bookings where start_at > ${since} and ${isBooked}`.execute(
    database,
  )
  const { rows } = await sql<UpcomingRow>`
    select booking.id, booking.uid, event.lead_id as "leadId", coalesce(lead.name, own.name, booking.attendee_name) as name,
      coalesce(lead.email, own.email, event.email) as email,
      coalesce(own.phone, lead.phone_e164, event.phone_e164) as phone, booking.title, own.note,
      booking.start_at as "startAt", booking.end_at as "endAt", booking.location, booking.status,
      own.uid is not null as "isOwn"
    from bookings booking
    join external_events event on event.id = booking.id
    left join leads lead on lead.id = event.lead_id
    left join calendar_bookings own on own.uid = booking.uid
    where booking.id in (${begun} union all ${toCome})
    order by booking.start_at, booking.id`.execute(database)
  return { rows, total: counts[0]?.total ?? rows.length }
}
