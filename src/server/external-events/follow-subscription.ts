import { sql } from 'kysely'
import type { JoinedBy } from '#contract/payments.ts'
import { endPersonLink, findPersonOfLead, notePersonLink } from '#server/capture/person-link-store.ts'
import { lockOn } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { linkToLead } from './store.ts'

/** The lock of those who join payments and their like, taken before anything else: one holds the payment that the other waits for. */
export const paymentsLock = lockOn('payments of the checkout')

type Sibling = {
  id: string
  leadId: string | null
  joinedBy: JoinedBy | null
  settled: boolean
}

// The owner's word and our own id say whose a subscription is; anything else only what it says of one payment.
const isSure = ({ joinedBy }: Sibling): boolean => joinedBy === 'owner' || joinedBy === 'reference'

/**
 * Makes the payments of a subscription one lead's: that of the payment which the owner joined, else of the one that our
 * own id came back with, else those that lead to nobody follow the first that does. What the owner settled stays. Who
 * does not have `paymentsLock` passes over those that are held: their holder comes to this, too, and then waits.
 */
export async function followSubscription(
  parts: { newId: NewId },
  transaction: Queryable,
  subscriptionId: string,
  at: Date,
  { isInTurn = true } = {},
): Promise<void> {
  const { rows } = await sql<Sibling>`
    select event.id, event.lead_id as "leadId", event.joined_by as "joinedBy", event.settled_by_owner as settled
    from payments payment join external_events event on event.id = payment.id
    where payment.subscription_id = ${subscriptionId}
    order by event.joined_by = 'owner' desc, event.joined_by = 'reference' desc,
      case when event.joined_by = 'owner' then event.joined_at end desc, event.at, event.id
    for update of event ${isInTurn ? sql`` : sql`skip locked`}`.execute(transaction)
  const source = rows.find(({ leadId, joinedBy }) => leadId !== null && joinedBy !== 'subscription')
  const leadId = source?.leadId ?? null
  for (const sibling of rows) {
    const isWeaker = sibling.leadId === null || sibling.joinedBy === 'subscription'
    if (sibling.settled || sibling.leadId === leadId || isSure(sibling)) continue
    if (!isWeaker && !(source && isSure(source))) continue
    await endPersonLink(transaction, sibling.id, at)
    const personId = leadId && (await findPersonOfLead(transaction, leadId))
    const by = personId ? 'subscription' : null
    await linkToLead(transaction, sibling.id, { leadId: personId ? leadId : null, by, at, isOwners: false })
    if (!personId) continue
    await notePersonLink(transaction, {
      id: parts.newId(),
      personId,
      eventKind: 'payment',
      externalEventId: sibling.id,
      evidence: { by: 'subscription', leadId, like: source?.id },
      at,
    })
  }
}

/** The same for the subscription that a payment is of; nothing where it is of none, or no payment. */
export async function followSubscriptionOf(
  parts: { newId: NewId },
  transaction: Queryable,
  externalEventId: string,
  at: Date,
  turn: { isInTurn?: boolean } = {},
): Promise<void> {
  const { rows } = await sql<{ id: string | null }>`
    select subscription_id as id from payments where id = ${externalEventId}`.execute(transaction)
  if (rows[0]?.id) await followSubscription(parts, transaction, rows[0].id, at, turn)
}
