import { sql } from 'kysely'
import type { AnnouncedCall } from '#contract/calls.ts'
import type { CallStatus } from '#contract/webhook-voice.ts'
import type { Queryable } from '#server/platform/database.ts'
import { findKnownSubmission } from '#server/tracking/known-to-browser.ts'
import { isLately, type NotCalledCode } from './call-request-store.ts'
import { type CallRules, whyNotNow } from './why-not-called.ts'

type Row = {
  phone: string | null
  timezone: string | null
  granted: boolean
  requestState: string | null
  requestCode: NotCalledCode | null
  /** Whether a call was set off before: then the page alone sets off no second one. */
  hadCall: boolean
  status: CallStatus | null
}

const MINUTE_MS = 60_000
// A call that was reported longer ago belongs to an earlier visit.
const RECENT_MS = 120 * MINUTE_MS

/**
 * How the call stands of the lead that this browser knows. Only a call to the number that it knows is told, and only
 * where it is known as that person's: with somebody else's email it hears what it would hear with a new one. Without a
 * way to call (`rules` null) nobody can say.
 */
export async function readCallState(
  database: Queryable,
  visitorId: string,
  now: Date,
  rules: CallRules | null,
): Promise<AnnouncedCall> {
  const known = await findKnownSubmission(database, visitorId)
  if (!known) return { state: 'unknown' }
  const leadId = known.lead?.isLinked ? known.lead.id : null
  const { rows } = await sql<Row>`
    select own.phone, own.timezone, coalesce(receipt.granted, false) as granted, request.state as "requestState",
      request.reason_code as "requestCode", call.status,
      exists (select from call_requests earlier where earlier.lead_id = own.lead_id and earlier.state <> 'not_called') as "hadCall"
    from (
      select visitor_id, ${leadId}::uuid as lead_id, details ->> 'phoneE164' as phone,
        details ->> 'timezone' as timezone, coalesce(lead_id, claimed_lead_id) as given_lead_id
      from lead_captures where id = ${known.captureId}
    ) own
    left join lateral (
      select receipt.granted from consent_receipts receipt join lead_captures capture on capture.id = receipt.capture_id
      where coalesce(capture.lead_id, capture.claimed_lead_id) = own.given_lead_id and receipt.kind = 'automated_call'
        and capture.visitor_id = own.visitor_id and capture.details ->> 'phoneE164' = own.phone
      order by receipt.at desc, receipt.id desc limit 1
    ) receipt on true
    left join lateral (
      select state, reason_code, requested_at from call_requests
      where lead_id = own.lead_id and ${isLately(sql.ref('requested_at'), { since: new Date(now.getTime() - RECENT_MS), at: now })}
        and (phone_e164 is null or phone_e164 = own.phone)
      order by requested_at desc limit 1
    ) request on true
    left join lateral (
      select call.status from external_events event join calls call on call.id = event.id
      where event.kind = 'call' and event.lead_id = own.lead_id
        and (event.phone_e164 is null or event.phone_e164 = own.phone)
        and event.at > coalesce(request.requested_at - interval '1 minute', ${new Date(now.getTime() - RECENT_MS)}::timestamptz)
      order by event.at desc limit 1
    ) call on true`.execute(database)
  const [row] = rows
  if (!row) return { state: 'unknown' }
  if (row.status) return { state: row.status }
  if (!rules) return { state: 'unknown' }
  if (row.phone === null) return { state: 'not-called', reason: 'phone' }
  if (row.requestState === 'parked') return { state: 'not-called', reason: 'trouble' }
  if (row.requestState === 'waiting' || row.requestState === 'sent') return { state: 'expected' }
  if (!row.granted || row.requestCode === 'consent') return { state: 'not-called', reason: 'consent' }
  if (row.requestCode === 'again') return { state: 'unknown' }
  if (row.hadCall) return { state: 'not-called', reason: 'busy' }
  // Before it is asked for, the number and the hour may already say that there will be none; the hour passes.
  const refused = row.requestCode === 'hours' ? null : row.requestCode
  const code = refused ?? whyNotNow({ phone: row.phone, timezone: row.timezone }, rules, now) ?? undefined
  return code === undefined ? { state: 'expected' } : { state: 'not-called', reason: reasons[code] }
}

const reasons: Record<Exclude<NotCalledCode, 'again'>, AnnouncedCall['reason']> = {
  consent: 'consent',
  phone: 'phone',
  number: 'phone',
  country: 'phone',
  hours: 'hours',
  address: 'busy',
  'hour-cap': 'busy',
  'day-cap': 'busy',
  trouble: 'trouble',
}
