import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { settleTagLogs } from './store.ts'

/** Holds a tag back that must not reach the CRM now. The owner's tries of what has failed leave it alone. */
export async function holdTag(database: Queryable, id: string, reason: string): Promise<void> {
  await sql`update lead_tags set state = 'parked', reason = ${reason},
    evidence = evidence || '{"heldBack": true}' where id = ${id} and state = 'waiting'`.execute(database)
}

/** Lets a tag that was held back wait for delivery after all; false where there is none. */
export async function releaseTag(
  transaction: Queryable,
  leadId: string,
  tagName: string,
  evidence: object,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`update lead_tags set state = 'waiting', reason = null,
      evidence = ${JSON.stringify(evidence)}
    where lead_id = ${leadId} and tag_name = ${tagName} and state = 'parked' and evidence ? 'heldBack'
    returning id`.execute(transaction)
  await settleTagLogs(
    transaction,
    rows.map(({ id }) => id),
    { status: 'waiting', reason: null, executionMs: 0, contactId: null },
  )
  return rows.length > 0
}
