import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** Forgets what the CRM told of leads: their appointments and opportunities. Stands before leads lose their contact's id. */
export async function eraseCrmOutcomes(transaction: Queryable, leadIds: string[]): Promise<void> {
  const contacts = sql`select crm_contact_id from leads where id = any(${leadIds}::uuid[]) and crm_contact_id is not null`
  await sql`delete from crm_appointments where contact_id in (${contacts})
    or booking_id in (select id from external_events where lead_id = any(${leadIds}::uuid[]))`.execute(
    transaction,
  )
  await sql`delete from crm_opportunities where contact_id in (${contacts})`.execute(transaction)
}
