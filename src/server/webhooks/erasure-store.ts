import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { PersonTraces } from '#server/tracking/person-traces.ts'

/**
 * Empties what vendors delivered about a person: the deliveries named, and every other that holds their email or
 * phone. One that still waited or was set aside is done with.
 */
export async function eraseDeliveries(
  transaction: Queryable,
  { emails, phones }: PersonTraces,
  deliveryIds: string[],
  at: Date,
): Promise<void> {
  const words = [...emails, ...phones]
  await sql`update webhook_deliveries set body = '{}', state = 'done', settled_at = coalesce(settled_at, ${at}),
      failure_kind = null, reason = 'Emptied, because the person it was about was erased.'
    where id = any(${deliveryIds}::uuid[])
      or exists (select from unnest(${words}::text[]) word where position(lower(word) in lower(body)) > 0)`.execute(
    transaction,
  )
}
