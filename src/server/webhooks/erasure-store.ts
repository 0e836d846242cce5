import { sql } from 'kysely'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { ofErased } from '#server/external-events/delivery-handler.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { PersonTraces } from '#server/tracking/person-traces.ts'
import { namesPerson } from './names-person.ts'

/**
 * Empties what vendors delivered about a person: the deliveries named, and every other that holds their email or
 * phone. One that still waited or was set aside is done with; it is left alone where it is somebody else's, for whom it is
 * yet to be worked off.
 */
export async function eraseDeliveries(
  transaction: Queryable,
  who: PersonTraces,
  deliveryIds: string[],
  at: Date,
): Promise<void> {
  const words = [...who.emails, ...who.phones]
  // As they stand in JSON, and as a form writes them.
  const written = [...words, ...words.map((word) => new URLSearchParams({ word }).toString().slice(5))]
  // In small letters once, not once for each word: every time reads the whole body, which is kept apart from its row.
  const holdsWord = sql`exists (select from (select lower(body) as said offset 0) small cross join lateral (
    select from unnest(${written}::text[]) word where position(lower(word) in small.said) > 0 offset 0) held)`
  const { rows: open } = await sql<{ id: string; vendor: WebhookVendor; body: string }>`
    select id, vendor, body from webhook_deliveries where state <> 'done' and ${holdsWord}
    order by id for update`.execute(transaction)
  const ids = [...deliveryIds, ...open.filter((delivery) => namesPerson(delivery, who)).map(({ id }) => id)]
  await sql`update webhook_deliveries set body = '{}', state = 'done', settled_at = coalesce(settled_at, ${at}),
      failure_kind = null, reason = ${ofErased}
    where id = any(${ids}::uuid[]) or (state = 'done' and ${holdsWord})`.execute(transaction)
}
