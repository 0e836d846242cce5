import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { PersonTraces } from '#server/tracking/person-traces.ts'

/**
 * Takes the person out of pixel events, their twins and answers about advert cookies; that they happened stays. What
 * has not been reported yet never will be.
 */
export async function eraseAds(
  transaction: Queryable,
  { visitorIds, personId }: PersonTraces,
): Promise<void> {
  const whose = sql`(visitor_id = any(${visitorIds}::uuid[]) or person_id = ${personId})`
  await sql`delete from ad_events where state = 'waiting' and ${whose}`.execute(transaction)
  await sql`update ad_events set ip_address = null, user_agent = null, fbc = null, fbp = null, person_id = null,
    url = substring(url from '^[^?#]*'),
    occasion = case when occasion like 'booked %' then 'booked erased-' || id else occasion end where ${whose}`.execute(
    transaction,
  )
  await sql`update pixel_events set ip_address = null, user_agent = null, fbc = null, fbp = null,
    dedupe_key = case when dedupe_key like 'booking %' then 'booking erased-' || id else dedupe_key end
    where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
  await sql`update ad_consents set ip_address = null, user_agent = null
    where visitor_id = any(${visitorIds}::uuid[])`.execute(transaction)
}
