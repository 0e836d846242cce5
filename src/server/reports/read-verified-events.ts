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
): Promise<Pick<Journey, Lists>> {
  const ofPerson = sql`where lead.person_id = ${personId}::uuid`
  const inOrder = sql`order by event.at, event.id`
  const [applications, bookings, calls, callRequests, payments] = await Promise.all([
    read<'applications'>(
      database,
      sql`select ${common}, application.answers from ${steps}
        join applications application on application.id = external.id ${ofPerson} ${inOrder}`,
    ),
    read<'bookings'>(
      database,
      sql`select ${common}, event.kind as step, booking.title, event.details ->> 'start' as "startTime",
          event.details ->> 'reason' as reason
        from ${steps} join bookings booking on booking.id = external.id
        ${ofPerson} and event.kind <> 'moved' ${inOrder}`,
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
      sql`select ${common}, event.kind as step, payment.currency, external.email as "payerEmail",
          payment.is_test as "isTest",
          coalesce((event.details ->> 'refundedMinor')::bigint, payment.amount_minor, 0) as "amountMinor"
        from ${steps} join payments payment on payment.id = external.id
        ${ofPerson} and payment.session_id is not null ${inOrder}`,
    ),
  ])
  return { applications, bookings, calls, callRequests, payments }
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
