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

// A CRM acts on a tag that comes, and not on one that is there: what it got for another cause is taken off first.
const RENEWED = 'isRenewed'

/** Whether a tag is to be taken off at the CRM before it is added, so that it sets off there what it stands for again. */
export const isToBeRenewed = ({ evidence }: Pick<WaitingTag, 'evidence'>): boolean => RENEWED in evidence

/** Notes that a tag was taken off at the CRM: a second try only adds it, and sets nothing off twice. */
export async function markTagTakenOff(database: Queryable, id: string): Promise<void> {
  await sql`update lead_tags set evidence = evidence - ${RENEWED}::text where id = ${id}`.execute(database)
}

/**
 * Lets a tag wait for delivery for a cause of its own: one that was held back, that the CRM got or refused for another
 * cause, or that waits for another and may be held back for it at this moment. False where there is none.
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
    update lead_tags tag set state = 'waiting', reason = null, failure_kind = null,
      delivered_at = null, evidence = ${cause} || case
      when known.state = 'delivered' or known.evidence ? ${RENEWED}::text then jsonb_build_object(${RENEWED}::text, true) else '{}' end
    from known where tag.id = known.id and known.evidence - ${RENEWED}::text <> ${cause}
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
