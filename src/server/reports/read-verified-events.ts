import { type RawBuilder, sql } from 'kysely'
import type { Journey } from '#contract/journey.ts'
import type { Database } from '#server/platform/database.ts'

type Lists = 'applications' | 'bookings' | 'calls' | 'callRequests' | 'payments'
type Told<List extends Lists> = Omit<Journey[List][number], 'at'> & { at: Date }

// One row a step; of a step that ends something else (`moved`) the other booking tells.
const steps = sql`external_event_updates event
  join external_events external on external.id = event.external_event_id
  join leads lead on lead.id = external.lead_id`
const common = sql`external.id, external.lead_id as "leadId", event.at, external.joined_by as "joinedBy"`

/**
 * What vendors verified of a person: applications, bookings, calls and payments, step by step, oldest first; and
 * the calls that were wished for.
 */
export async function readVerifiedEvents(
  database: Database,
  personId: string,
): Promise<Pick<Journey, Lists | 'bookedCalls'>> {
  const ofPerson = sql`where lead.person_id = ${personId}::uuid`
  const inOrder = sql`order by event.at, event.id`
  const [applications, bookings, calls, callRequests, payments, bookedCalls] = await Promise.all([
    read<'applications'>(
      database,
      sql`select ${common}, application.answers from ${steps}
        join applications application on application.id = external.id ${ofPerson} ${inOrder}`,
    ),
    read<'bookings'>(
      database,
      sql`select ${common}, event.kind as step, booking.title, event.details ->> 'start' as "startTime",
          event.details ->> 'reason' as reason, ${toldBy} as "toldBy", exists (
            select from external_event_updates undone where undone.external_event_id = external.id
              and undone.kind = 'undone' and undone.details ->> 'of' = event.key) as "isTakenBack"
        from ${steps} join bookings booking on booking.id = external.id
        ${ofPerson} and event.kind <> 'undone' and (event.kind <> 'moved' or event.details ? 'by') ${inOrder}`,
    ),
    read<'calls'>(
      database,
      sql`select ${common}, event.kind as status, ${ofLast('duration_sec')} as "durationSec",
          ${ofLast('summary')} as summary, ${ofLast('recording_url')} as "recordingUrl"
        from ${steps} join calls call on call.id = external.id ${ofPerson} ${inOrder}`,
    ),
    read<'callRequests'>(
      database,
      sql`select request.id, request.lead_id as "leadId", request.requested_at as at, request.state, request.reason
        from call_requests request join leads lead on lead.id = request.lead_id
        ${ofPerson} order by request.requested_at, request.id`,
    ),
    read<'payments'>(
      database,
      sql`select external.id, external.lead_id as "leadId", step.at, external.joined_by as "joinedBy", step.step,
          payment.status, coalesce(step.currency, payment.currency) as currency, external.email as "payerEmail",
          payment.is_test as "isTest", coalesce(step.amount, payment.amount_minor, 0) as "amountMinor"
        from leads lead join external_events external on external.lead_id = lead.id
        join payments payment on payment.id = external.id cross join lateral (${paymentSteps}) step
        ${ofPerson} and payment.session_id is not null order by step.at, step.rank, external.id, step.key`,
    ),
    readBookedCalls(database, personId),
  ])
  return { applications, bookings, calls, callRequests, payments, bookedCalls }
}

// As the booking's status reads it: what a delivery brought is the calendar's.
const toldBy = sql`coalesce(event.details ->> 'by',
  case when event.delivery_id is null and event.kind in ('shown', 'no_show') then 'owner' else 'calendar' end)`

// Money that moved stands as it counts; the rest is told by the history.
const paymentSteps = sql`
  select min(told.at) as at, 'paid' as step, 0 as rank, '' as key, payment.amount_minor as amount, null as currency
    from external_event_updates told
    where told.external_event_id = payment.id and told.kind in ('paid', 'invoiced') having count(*) > 0
  union all
  select told.at, case when told.kind <> 'dispute_closed' then told.kind when told.details ->> 'status' in ('won', 'lost')
      then 'dispute_' || (told.details ->> 'status') else told.kind end, 1, told.key,
      (told.details ->> 'amountMinor')::bigint, told.details ->> 'currency'
    from external_event_updates told where told.external_event_id = payment.id
      and told.kind in ('pending', 'failed', 'refund_failed', 'inquiry', 'dispute_opened', 'dispute_closed')
  union all
  select money.at, money.kind, 2, money.key, abs(money.amount_minor), money.currency
    from payment_movements money where money.payment_id = payment.id and money.kind <> 'paid'`

/** The calls that a person booked, as they stand now, the latest first. */
async function readBookedCalls(database: Database, personId: string): Promise<Journey['bookedCalls']> {
  const { rows } = await sql<
    Omit<Journey['bookedCalls'][number], 'startTime' | 'endTime'> & {
      startAt: Date | null
      endAt: Date | null
    }
  >`
    select booking.uid, event.lead_id as "leadId", booking.title, booking.start_at as "startAt",
      booking.end_at as "endAt", booking.status
    from bookings booking join external_events event on event.id = booking.id
    join leads lead on lead.id = event.lead_id
    where lead.person_id = ${personId}::uuid order by booking.start_at desc nulls last, booking.id`.execute(
    database,
  )
  return rows.map(({ startAt, endAt, ...row }) => ({
    ...row,
    startTime: startAt?.toISOString() ?? null,
    endTime: endAt?.toISOString() ?? null,
  }))
}

const ofLast = (column: string) =>
  sql`case when event.kind = call.status then ${sql.ref(`call.${column}`)} end`

async function read<List extends Lists>(
  database: Database,
  query: RawBuilder<unknown>,
): Promise<Journey[List][number][]> {
  const { rows } = await sql<Told<List>>`${query}`.execute(database)
  // A cast, because TypeScript cannot follow a row of any of the lists: only its time is spelled otherwise there.
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }) as unknown as Journey[List][number])
}
