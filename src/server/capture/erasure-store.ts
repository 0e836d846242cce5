import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { campaignOnly, type PersonTraces } from '#server/tracking/person-traces.ts'

/** The name that stands in place of an erased one. */
export const ERASED_NAME = 'Erased person'

/** The condition on `lead_captures` that a capture is nobody's lead and told an email or phone of the person's. */
const isStrayOf = ({ emails, phones }: PersonTraces): RawBuilder<unknown> => sql`(
  lead_id is null and (email = any(${emails}::text[]) or phone = any(${phones}::text[])
    or details ->> 'phoneE164' = any(${phones}::text[])))`

/** The condition on `lead_captures` that a capture is the person's, whether it became a lead or not. */
export const isCaptureOf = (who: PersonTraces): RawBuilder<unknown> =>
  sql`(lead_id = any(${who.leadIds}::uuid[]) or ${isStrayOf(who)})`

/** The condition on `consent_receipts` that one is of a capture or a lead of the person's. */
export const isReceiptOf = (who: PersonTraces): RawBuilder<unknown> => sql`(
  lead_id = any(${who.leadIds}::uuid[])
  or capture_id in (select id from lead_captures where ${isCaptureOf(who)}))`

/**
 * Takes the person out of their leads, captures, receipts and links. What was counted stays without them, so that no
 * number changes; what was hidden or held back as spam goes altogether.
 */
export async function eraseLeads(transaction: Queryable, who: PersonTraces, at: Date): Promise<void> {
  const { leadIds, personId } = who
  const gone = sql`select id from lead_captures
    where (lead_id = any(${leadIds}::uuid[]) and hidden) or ${isStrayOf(who)}`
  await sql`delete from consent_receipts where capture_id in (${gone})`.execute(transaction)
  await sql`delete from lead_captures where id in (${gone})`.execute(transaction)
  await sql`update consent_receipts set ip_address = null, user_agent = null
    where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`update lead_captures set name = ${ERASED_NAME}, email = 'erased-' || lead_id || '@erased.invalid',
      phone = '', ip_address = null, user_agent = null, attribution = ${campaignOnly(sql`attribution`)},
      details = jsonb_build_object('captureSource', details -> 'captureSource', 'leadMagnet', details -> 'leadMagnet')
    where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`update leads set name = ${ERASED_NAME}, email = 'erased-' || id || '@erased.invalid', phone = '',
      phone_e164 = null, ip_address = null, user_agent = null, details = '{}',
      first_touch = ${campaignOnly(sql`first_touch`)}, last_touch = ${campaignOnly(sql`last_touch`)},
      crm_state = 'delivered', crm_reason = null, crm_failure_kind = null, crm_contact_id = null, crm_contact_stale = false,
      crm_failing_since = null, erased_at = coalesce(erased_at, ${at})
    where id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`delete from person_links where person_id = ${personId}`.execute(transaction)
}
