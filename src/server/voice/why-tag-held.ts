import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { CallSetup } from './call-rules.ts'
import { type CallInQuestion, GIVE_UP_AFTER_MS, whyNotCalled, whyNotWords } from './why-not-called.ts'

const NO_CALL_DUE = 'This tag starts a call in the CRM, and no call to this lead is due now.'

const isSameTag = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Why a tag must not reach the CRM at this moment, because it starts a call there that our rules do not allow now: a tag
 * may have waited for hours, or a rule may have set it. Null for every other tag.
 */
export async function whyTagHeld(
  parts: { database: Queryable; clock: Clock; callSetup(): CallSetup; defaultCountry: string },
  leadId: string,
  tag: { tag_name: string; evidence: Record<string, unknown> },
): Promise<string | null> {
  const setup = parts.callSetup()
  const startsCall =
    'callRequestId' in tag.evidence || (setup.tag !== '' && isSameTag(tag.tag_name, setup.tag))
  if (!startsCall) return null
  const at = parts.clock.now()
  // The CRM rings the number that the lead has now, which need not be the one that the call was placed for.
  const { rows } = await sql<CallInQuestion>`
    select request.id, request.lead_id as "leadId", lead.phone_e164 as phone, lead.details ->> 'timezone' as timezone,
      request.requested_at as "requestedAt", request.placed_at as "placedAt"
    from call_requests request join leads lead on lead.id = request.lead_id
    where request.lead_id = ${leadId} and request.state in ('waiting', 'sent') and request.phone_e164 is not null
      and request.placed_at >= request.requested_at
      and request.requested_at > ${new Date(at.getTime() - GIVE_UP_AFTER_MS)}
    order by request.placed_at desc limit 1`.execute(parts.database)
  const [due] = rows
  if (!due) return NO_CALL_DUE
  const { code } = await whyNotCalled(parts.database, due, { setup, ownCountry: parts.defaultCountry }, at)
  return code && whyNotWords[code]
}
