import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Empties calls of what was said and to which number; that there was one, and how long, stays. Nobody is called any more. */
export async function eraseCalls(
  transaction: Queryable,
  externalEventIds: string[],
  leadIds: string[],
): Promise<void> {
  await sql`update call_requests set phone_e164 = null, address_key = null, reason = null,
      state = case when state = 'waiting' then 'not_called' else state end
    where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`update calls set summary = null, recording_url = null, transcript_url = null
    where id = any(${externalEventIds}::uuid[])`.execute(transaction)
}
