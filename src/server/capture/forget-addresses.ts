import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { inPortions } from '#server/platform/in-portions.ts'

/**
 * Takes the address and the browser out of submits from before a time, and out of leads who left none since. What was
 * agreed to keeps both, as its proof. Only for a time before which all is counted for good: no block looks there any more.
 */
export async function forgetAddresses(database: Database, before: Date): Promise<void> {
  await inPortions(
    database,
    (limit) => sql`
    update lead_captures set ip_address = null, user_agent = null where id = any(array(
      select id from lead_captures where at < ${before} and (ip_address is not null or user_agent is not null)
      limit ${limit} for update skip locked))`,
  )
  await inPortions(
    database,
    (limit) => sql`
    update leads set ip_address = null, user_agent = null where id = any(array(
      select id from leads where last_captured_at < ${before} and (ip_address is not null or user_agent is not null)
      limit ${limit} for update skip locked))`,
  )
}
