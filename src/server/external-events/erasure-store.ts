import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { PersonTraces } from '#server/tracking/person-traces.ts'

/** An external event to be erased, and the deliveries that told of it. */
export type ErasedExternalEvents = { externalEventIds: string[]; deliveryIds: string[] }

/** The external events of a person: joined to their leads, or nobody's yet with their email, phone or an id of theirs. */
export async function findExternalEvents(
  transaction: Queryable,
  who: PersonTraces,
): Promise<ErasedExternalEvents> {
  const references = [...who.emails, ...who.leadIds, ...who.visitorIds]
  const { rows: events } = await sql<{ id: string }>`
    select id from external_events where lead_id = any(${who.leadIds}::uuid[])
      or (lead_id is null and (email = any(${who.emails}::text[]) or phone_e164 = any(${who.phones}::text[])
        or reference = any(${references}::text[])
        or reference in (select id::text from lead_captures
          where coalesce(lead_id, claimed_lead_id) = any(${who.leadIds}::uuid[]))))
    order by id for update`.execute(transaction)
  const externalEventIds = events.map(({ id }) => id)
  const { rows: deliveries } = await sql<{ id: string }>`
    select distinct delivery_id as id from external_event_updates where external_event_id = any(${externalEventIds}::uuid[])
      and delivery_id is not null`.execute(transaction)
  return { externalEventIds, deliveryIds: deliveries.map(({ id }) => id) }
}

/** Takes the person out of their external events; that a vendor verified something stays, with its time and its amounts. */
export async function eraseExternalEvents(
  transaction: Queryable,
  { externalEventIds }: ErasedExternalEvents,
): Promise<void> {
  await sql`update external_events set email = null, phone_e164 = null, reference = null, settled_by_owner = true,
      key = case when kind = 'booking' then 'erased-' || id else key end
    where id = any(${externalEventIds}::uuid[])`.execute(transaction)
  await sql`update external_event_updates set details = (select coalesce(jsonb_object_agg(key, value), '{}')
      from jsonb_each(details) where key in ('start', 'by', 'of', 'amountMinor', 'currency', 'refundedMinor', 'charge', 'refund', 'dispute',
        'status', 'madeAt')),
      key = case when kind = 'moved' and not details ? 'by' then 'moved ' || id else key end
    where external_event_id = any(${externalEventIds}::uuid[])`.execute(transaction)
}

/** Empties an external event that is an erased person's, whatever has come to it since, and says whether it is. */
export async function emptyIfErased(transaction: Queryable, externalEventId: string): Promise<boolean> {
  const { rows } = await sql`select from external_events event join leads lead on lead.id = event.lead_id
    where event.id = ${externalEventId} and lead.erased_at is not null`.execute(transaction)
  if (rows.length === 0) return false
  await eraseExternalEvents(transaction, { externalEventIds: [externalEventId], deliveryIds: [] })
  return true
}
