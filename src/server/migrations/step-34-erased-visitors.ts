import { type Kysely, sql } from 'kysely'

/**
 * The browsers of erased people, which are new ones when they come back, and bookings of people erased earlier without
 * the calendar's id. Limits name nobody any more: what was counted under plain names ends within its hour.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const erasedBookings = `select fact.id from signed_facts fact join leads lead on lead.id = fact.lead_id
  where fact.kind = 'booking' and lead.erased_at is not null`

const statements = [
  `create table erased_visitors (visitor_id uuid primary key, erased_at timestamptz not null)`,
  `update bookings set uid = 'erased-' || id, rescheduled_to = null where id in (${erasedBookings})`,
  `update signed_fact_events set details = details - 'to', key = case when kind = 'moved' then 'moved ' || id else key end
    where fact_id in (${erasedBookings})`,
  `update signed_facts set key = 'erased-' || id where id in (${erasedBookings})`,
]
