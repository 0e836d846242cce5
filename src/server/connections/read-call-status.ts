import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { ConnectionStatus, LedgerStatus } from './connection-status.ts'

/** How far back calls that were not placed are listed. */
export const TOLD_FOR_MS = 7 * 86_400_000

/** How the address fares that calls are asked for at. It fails while something failed after its last success. */
export async function readCallStatus(database: Queryable, now: Date): Promise<LedgerStatus> {
  const { rows } = await sql<LedgerStatus>`
    with success as (
      select (select settled_at from call_requests where state = 'sent' order by settled_at desc limit 1) as at
    ), since_success as (
      select failing_since, failure_kind, reason from call_requests, success
      where state <> 'sent' and failing_since is not null and (success.at is null or failing_since > success.at)
    )
    select (select min(failing_since) from since_success) as "failingSince",
      (select failure_kind from since_success order by failing_since desc limit 1) as kind,
      (select reason from since_success order by failing_since desc limit 1) as reason,
      (select at from success) as "lastSuccessAt",
      (select count(*) from call_requests where state <> 'sent' and state = 'waiting')::integer as waiting,
      (select count(*) from call_requests request join leads lead on lead.id = request.lead_id
        where request.state <> 'sent' and request.state in ('parked', 'not_called') and lead.erased_at is null
          -- Who did not agree to be called is not called: nothing failed.
          and request.reason_code is distinct from 'consent'
          and request.requested_at > ${new Date(now.getTime() - TOLD_FOR_MS)})::integer as parked`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw new Error('the ledger of calls gave no row')
  return row
}

/** One status of the voice agent from both directions: what it delivers to us, and what we ask of it. */
export function withCalls(status: ConnectionStatus, calls: LedgerStatus, isAsked: boolean): ConnectionStatus {
  // An address that was taken away fails no more.
  const { failingSince, kind, reason } = isAsked && calls.failingSince ? calls : status
  const successes = [status.lastSuccessAt, calls.lastSuccessAt].filter((at) => at !== null)
  return {
    ...status,
    failingSince,
    kind,
    reason,
    lastSuccessAt: successes.length === 0 ? null : new Date(Math.max(...successes.map(Number))),
    waiting: status.waiting + calls.waiting,
    parked: status.parked + calls.parked,
  }
}
