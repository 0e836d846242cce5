import { sql } from 'kysely'
import type { UnmatchedPerson } from '#contract/unmatched.ts'
import type { Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { ExternalEvent } from './store.ts'

// What was emptied with a person whom it only seemed to be of is settled, and says nothing of anybody any more.
const isEmptied = sql`(event.settled_by_owner and coalesce(event.email, event.phone_e164, event.reference,
  booking.attendee_name, payment.payer_name) is null and coalesce(application.hidden, '{}') = '{}')`

// Applications by our own form have a list of their own. A refund of something paid elsewhere is nobody's doing; who
// shares neither email nor phone is somebody else.
const open = sql`
  select event.*, coalesce(event.email, event.phone_e164, event.id::text) as who,
    coalesce(booking.attendee_name, payment.payer_name, nullif(trim(concat_ws(' ', application.hidden ->> 'first_name',
      application.hidden ->> 'last_name')), ''), application.hidden ->> 'name') as name
  from external_events event
  left join applications application on application.id = event.id
  left join bookings booking on booking.id = event.id
  left join payments payment on payment.id = event.id
  where event.lead_id is null and not (event.kind = 'application' and event.key like 'own %')
    and not ${isEmptied}
    and (event.kind in ('application', 'booking') or event.kind = 'payment' and payment.session_id is not null)`

/** People who applied, booked or paid and are no lead, who did last first, with their number in all; or the one of an external event. */
export async function listUnmatched(
  database: Queryable,
  { limit, externalEventId = null }: { limit: number; externalEventId?: string | null },
): Promise<{ rows: UnmatchedPerson[]; total: number }> {
  const { rows } = await sql<
    Omit<UnmatchedPerson, 'did'> & {
      did: { kind: 'application' | 'booking' | 'payment'; at: string }[]
      total: number
    }
  >`
    with open as materialized (${open})
    select (array_agg(id order by at desc, id desc))[1] as id, max(name) as name, max(email) as email,
      max(phone_e164) as phone,
      jsonb_agg(jsonb_build_object('kind', kind, 'at', at) order by at desc, id desc) as did, count(*) over () as total
    from open where ${externalEventId}::uuid is null or who = (select who from open one where one.id = ${externalEventId}::uuid)
    group by who order by max(at) desc, 1 desc limit ${limit}`.execute(database)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, did, ...row }) => ({
      ...row,
      did: did.map(({ kind, at }) => ({ kind, at: new Date(at).toISOString() })),
    })),
  }
}

/**
 * The browser that all of what the person of an external event did was done in; undefined where that is not known of
 * each. The email alone ties nobody together here: anybody may type somebody else's.
 */
export async function browserOfUnmatched(
  database: Queryable,
  externalEventId: string,
): Promise<string | undefined> {
  const { rows: events } = await sql<{ reference: string | null }>`
    with open as materialized (${open})
    select distinct reference from open where who = (select who from open one where one.id = ${externalEventId}::uuid)`.execute(
    database,
  )
  const [reference, ...others] = events.map((event) => event.reference)
  if (!reference || others.length > 0 || !isId(reference)) return undefined
  const { rows } = await sql<{ id: string }>`select id from visitors where id = ${reference}::uuid`.execute(
    database,
  )
  return rows[0]?.id
}

/** All that the person of an external event did and that is nobody's, locked, the oldest first. */
export async function lockUnmatched(
  transaction: Queryable,
  externalEventId: string,
): Promise<ExternalEvent[]> {
  const { rows } = await sql<ExternalEvent>`
    with open as materialized (${open})
    select * from external_events where id in (
      select id from open where who = (select who from open one where one.id = ${externalEventId}::uuid))
    and lead_id is null order by at, id for update`.execute(transaction)
  return rows
}
