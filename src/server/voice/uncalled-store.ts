import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** A wish for a call that was not placed. */
export type Uncalled = {
  id: string
  leadId: string
  name: string
  /** The number the lead has now. */
  phone: string | null
  timezone: string | null
  requestedAt: Date
  placedAt: Date | null
  reason: string | null
  reasonCode: string | null
}

const columns = sql`request.id, request.lead_id as "leadId", lead.name, lead.phone_e164 as phone,
  lead.details ->> 'timezone' as timezone, request.requested_at as "requestedAt", request.placed_at as "placedAt",
  request.reason, request.reason_code as "reasonCode"`

/** The wishes since a time that were not placed, newest first; those of erased people are nobody's any more. */
export async function uncalledSince(database: Queryable, since: Date, limit: number): Promise<Uncalled[]> {
  const { rows } = await sql<Uncalled>`
    select ${columns} from call_requests request join leads lead on lead.id = request.lead_id
    where request.state <> 'sent' and request.state in ('parked', 'not_called') and lead.erased_at is null
      and request.requested_at > ${since}
    order by request.requested_at desc, request.id desc limit ${limit}`.execute(database)
  return rows
}

/** One wish that was not placed, held until the transaction ends; undefined where there is none. */
export async function lockUncalled(transaction: Queryable, id: string): Promise<Uncalled | undefined> {
  const { rows } = await sql<Uncalled>`
    select ${columns} from call_requests request join leads lead on lead.id = request.lead_id
    where request.id = ${id} and request.state in ('parked', 'not_called') and lead.erased_at is null
    for update of request`.execute(transaction)
  return rows[0]
}

/** Lets a wish wait anew. When it was wished stays, for its hour runs on. */
export async function reopenCallRequest(transaction: Queryable, id: string): Promise<void> {
  await sql`update call_requests set state = 'waiting', reason = null, reason_code = null, settled_at = null,
    lease_until = null where id = ${id}`.execute(transaction)
}
