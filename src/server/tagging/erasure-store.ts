import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { type PersonTraces, placeOnly } from '#server/tracking/person-traces.ts'

/** Takes the person out of their tags and the log; which rule ran when stays, so that its rates stay. Nothing waits to be delivered. */
export async function eraseTags(
  transaction: Queryable,
  { leadIds }: Pick<PersonTraces, 'leadIds'>,
): Promise<void> {
  await sql`update lead_tags set evidence = ${placeOnly(sql`evidence`)}, reason = null,
    state = 'delivered'
    where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
  await sql`update auto_tag_logs set trigger_data = ${placeOnly(sql`trigger_data`)}, contact_id = null
    where lead_id = any(${leadIds}::uuid[])`.execute(transaction)
}
