import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Takes what tells a browser out of what visitors reported to adverts. That it was reported stays, so that it is once. */
export async function emptyAdEvents(transaction: Queryable, visitorIds: string[]): Promise<void> {
  const isOne = sql`visitor_id = any(${visitorIds}::uuid[])`
  await sql`update ad_events set ip_address = null, user_agent = null, fbc = null, fbp = null,
      url = substring(url from '^[^?#]*')
    where ${isOne} and state <> 'waiting' and num_nonnulls(ip_address, user_agent, fbc, fbp) > 0`.execute(
    transaction,
  )
  await sql`update pixel_events set ip_address = null, user_agent = null, fbc = null, fbp = null
    where ${isOne} and num_nonnulls(ip_address, user_agent, fbc, fbp) > 0`.execute(transaction)
  await sql`update ad_consents set ip_address = null, user_agent = null
    where ${isOne} and num_nonnulls(ip_address, user_agent) > 0`.execute(transaction)
}

/** Takes away what visitors of nobody reported to adverts, and what they answered about advert cookies. */
export async function deleteAdEvents(transaction: Queryable, visitorIds: string[]): Promise<void> {
  const isOne = sql`visitor_id = any(${visitorIds}::uuid[])`
  await sql`delete from ad_events where ${isOne} and person_id is null and state <> 'waiting'`.execute(
    transaction,
  )
  await sql`delete from pixel_events where ${isOne}`.execute(transaction)
  await sql`delete from ad_consents where ${isOne}`.execute(transaction)
}
