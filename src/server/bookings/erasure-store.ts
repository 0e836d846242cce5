import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Empties bookings of who comes, where, and the id the calendar knows them by; that there was one, and when, stays. */
export async function eraseBookings(transaction: Queryable, externalEventIds: string[]): Promise<void> {
  await sql`update bookings set title = null, location = null, attendee_name = null,
      uid = 'erased-' || id, rescheduled_to = null
    where id = any(${externalEventIds}::uuid[])`.execute(transaction)
}
