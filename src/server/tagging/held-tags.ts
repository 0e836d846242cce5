import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import { settleTagLogs, type WaitingTag } from './store.ts'

/**
 * Holds a tag back that must not reach the CRM now; false where it has got a cause of its own since it was read. The
 * owner's tries of what has failed leave it alone.
 */
export async function holdTag(
  database: Queryable,
  { id, evidence }: Pick<WaitingTag, 'id' | 'evidence'>,
  reason: string,
): Promise<boolean> {
  const { rows } = await sql`update lead_tags set state = 'parked', reason = ${reason},
      evidence = evidence || '{"heldBack": true}'
    where id = ${id} and state = 'waiting' and evidence = ${JSON.stringify(evidence)}::jsonb
    returning id`.execute(database)
  return rows.length > 0
}

/**
 * Lets a tag wait for delivery for a cause of its own: one that was held back, that the CRM got for another cause, or
 * that waits for another and may be held back for it at this moment. False where there is none.
 */
export async function releaseTag(
  transaction: Queryable,
  leadId: string,
  tagName: string,
  evidence: object,
): Promise<boolean> {
  const cause = sql`${JSON.stringify(evidence)}::jsonb`
  const { rows } = await sql<{ id: string; is_told: boolean }>`
    with known as (
      select id, state, evidence from lead_tags where lead_id = ${leadId} and tag_name = ${tagName} for update
    )
    update lead_tags tag set state = 'waiting', reason = null, delivered_at = null, evidence = ${cause}
    from known where tag.id = known.id and (known.state = 'parked' and known.evidence ? 'heldBack'
      or known.state in ('waiting', 'delivered') and known.evidence <> ${cause})
    returning tag.id, known.state = 'waiting' as is_told`.execute(transaction)
  const untold = rows.filter(({ is_told }) => !is_told).map(({ id }) => id)
  await settleTagLogs(transaction, untold, {
    status: 'waiting',
    reason: null,
    executionMs: 0,
    contactId: null,
  })
  return rows.length > 0
}
