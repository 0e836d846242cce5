import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Empties bookings of who comes and where; that there was one, and when, stays. */
export async function eraseBookings(transaction: Queryable, factIds: string[]): Promise<void> {
  await sql`update bookings set title = null, location = null, attendee_name = null
    where id = any(${factIds}::uuid[])`.execute(transaction)
}
