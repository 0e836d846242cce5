import { sql } from 'kysely'
import type { UnmatchedPerson } from '#contract/unmatched.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Fact } from './store.ts'

/** Somebody without a lead, and the browser that their form was opened in, where it is known. */
export type Unmatched = UnmatchedPerson & { visitorId: string | null }

// A refund of something paid elsewhere is nobody's doing; who shares neither email nor phone is somebody else.
const open = sql`
  select fact.*, coalesce(fact.email, fact.phone_e164, fact.id::text) as who,
    coalesce(booking.attendee_name, payment.payer_name, nullif(trim(concat_ws(' ', application.hidden ->> 'first_name',
      application.hidden ->> 'last_name')), ''), application.hidden ->> 'name') as name
  from signed_facts fact
  left join applications application on application.id = fact.id
  left join bookings booking on booking.id = fact.id
  left join payments payment on payment.id = fact.id
  where fact.lead_id is null
    and (fact.kind in ('application', 'booking') or fact.kind = 'payment' and payment.session_id is not null)`

/** People who applied, booked or paid and are no lead, who did last first, with their number in all; or the one of a fact. */
export async function listUnmatched(
  database: Queryable,
  { limit, factId = null }: { limit: number; factId?: string | null },
): Promise<{ rows: Unmatched[]; total: number }> {
  const { rows } = await sql<
    Omit<Unmatched, 'did'> & {
      did: { kind: 'application' | 'booking' | 'payment'; at: string }[]
      total: number
    }
  >`
    with open as materialized (${open})
    select (array_agg(id order by at desc, id desc))[1] as id, max(name) as name, max(email) as email,
      max(phone_e164) as phone,
      (select visitors.id from visitors where visitors.id::text = any(array_agg(open.reference)) limit 1) as "visitorId",
      jsonb_agg(jsonb_build_object('kind', kind, 'at', at) order by at desc, id desc) as did, count(*) over () as total
    from open where ${factId}::uuid is null or who = (select who from open one where one.id = ${factId}::uuid)
    group by who order by max(at) desc, 1 desc limit ${limit}`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, did, ...row }) => ({
      ...row,
      did: did.map(({ kind, at }) => ({ kind, at: new Date(at).toISOString() })),
    })),
  }
}

/** All that the person of a fact did and that is nobody's, locked, the oldest first. */
export async function lockUnmatched(transaction: Queryable, factId: string): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    with open as materialized (${open})
    select * from signed_facts where id in (
      select id from open where who = (select who from open one where one.id = ${factId}::uuid))
    and lead_id is null order by at, id for update`.execute(transaction)
  return rows
}
