import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { settleTagLogs } from './store.ts'

/** Holds a tag back that must not reach the CRM now. The owner's tries of what has failed leave it alone. */
export async function holdTag(database: Queryable, id: string, reason: string): Promise<void> {
  await sql`update lead_tags set state = 'parked', reason = ${reason},
    evidence = evidence || '{"heldBack": true}' where id = ${id} and state = 'waiting'`.execute(database)
}

/**
 * Lets a tag wait for delivery for a cause of its own: one that was held back, or that the CRM got for another; false
 * where there is none.
 */
export async function releaseTag(
  transaction: Queryable,
  leadId: string,
  tagName: string,
  evidence: object,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update lead_tags set state = 'waiting', reason = null,
      delivered_at = null, evidence = ${JSON.stringify(evidence)}
    where lead_id = ${leadId} and tag_name = ${tagName} and (state = 'parked' and evidence ? 'heldBack'
      or state = 'delivered' and evidence <> ${JSON.stringify(evidence)}::jsonb)
    returning id`.execute(transaction)
  await settleTagLogs(
    transaction,
    rows.map(({ id }) => id),
    { status: 'waiting', reason: null, executionMs: 0, contactId: null },
  )
  return rows.length > 0
}
