import { sql } from 'kysely'
import { isTestLead } from '#server/counting/who-is-counted.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'

/** The condition on an alias of `leads` that it goes nowhere: a test of the owner's that they did not ask to send. */
export const isHeldTest = (lead: string) =>
  sql`(${isTestLead(lead)} and ${sql.ref(`${lead}.test_sent_at`)} is null)`

/** Whether a lead is a test of the owner's that goes nowhere. */
export async function isHeldTestLead(database: Queryable, leadId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from leads lead where id = ${leadId} and ${isHeldTest('lead')}`.execute(
    database,
  )
  return rows.length > 0
}

/** Delivers a test lead like any other from now on; asking twice changes nothing. */
export async function sendTestLead(
  parts: { database: Database; queue: Pick<Queue, 'send'> },
  leadId: string,
  at: Date,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isTest: boolean }>`
      select ${isTestLead('lead')} as "isTest" from leads lead where id = ${isId(leadId) ? leadId : null} for update`.execute(
      transaction,
    )
    if (!rows[0]?.isTest) throw new Refusal('not-found', 'There is no such test lead.')
    await sql`update leads set test_sent_at = coalesce(test_sent_at, ${at}) where id = ${leadId}`.execute(
      transaction,
    )
    await orderDelivery(parts.queue, transaction, leadId)
  })
}

/**
 * Orders the delivery of what was held of a browser's leads while they passed for the owner's tests: their jobs have run
 * and delivered nothing. What is one still goes nowhere.
 */
export async function deliverHeldLeads(
  queue: Pick<Queue, 'send'>,
  transaction: Queryable,
  visitorId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from leads lead where erased_at is null and not ${isHeldTest('lead')}
      and id in (select lead_id from lead_captures where visitor_id = ${visitorId})
      and (crm_state in ('waiting', 'failing') or crm_contact_stale
        or exists (select from lead_tags where lead_id = lead.id and state = 'waiting'))
    order by last_captured_at, id`.execute(transaction)
  for (const { id } of rows) await orderDelivery(queue, transaction, id)
}
