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

/**
 * Booked calls that begin after a moment, the earliest first; what was cancelled, declined or moved away is none, nor is
 * the call of somebody who was erased.
 */
export async function listUpcoming(database: Queryable, since: Date): Promise<UpcomingRow[]> {
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
    where booking.start_at > ${since} and booking.status in ('booked', 'held', 'no_show', 'requested')
      and booking.uid not like 'erased-%'
    order by booking.start_at, booking.id limit 300`.execute(database)
  return rows
}
