import type { CapturedLead, CaptureFollowers } from '#server/capture/followers.ts'
import { paymentsLock } from '#server/external-events/follow-subscription.ts'
import { dropExternalEvents, linkExternalEvents } from '#server/external-events/link-external-events.ts'
import type { UnlinkedOf } from '#server/external-events/store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import type { Rule } from '#server/tagging/matching-rules.ts'
import { requestCall } from '#server/voice/request-call.ts'
import { adoptMilestones, confirmMilestones, dropMilestones } from './store.ts'

type Parts = { queue: Pick<Queue, 'send'>; newId: NewId }

/** What follows from captures: what a browser reached, and what vendors verified, counts for the lead that has come. */
export const followCaptures: CaptureFollowers = {
  async adopt(parts, transaction, lead, rules) {
    const reached = await adoptReached(transaction, lead, rules)
    return lead.isLinked ? [...reached, ...(await adoptVerified(parts, transaction, lead, lead.at))] : reached
  },
  confirm: (transaction, { visitorId, leadId }) => confirmMilestones(transaction, visitorId, leadId),
  lockForParting: (transaction) => takeLocks(transaction, [paymentsLock]),
  async part(parts, transaction, browser) {
    await dropExternalEvents(parts, transaction, browser)
    await dropMilestones(transaction, browser.visitorId, browser.leadId)
  },
}

/** Joins what vendors verified to a lead, and wishes for the call that an application leads to; returns what may earn tags. */
export async function adoptVerified(
  parts: Parts,
  transaction: Queryable,
  lead: UnlinkedOf,
  at: Date,
): Promise<LeadTriggerEvent[]> {
  const { linked, triggerEvents } = await linkExternalEvents(parts, transaction, lead, at)
  for (const { kind, joined_by: by, lead_id: leadId, at: appliedAt } of linked)
    if (leadId && kind === 'application' && by !== 'same-email')
      await requestCall(parts, transaction, { leadId, page: null, appliedAt, at })
  return triggerEvents
}

/** What the visitor reached before it was a lead counts for the lead now; returns what of it may earn tags. */
async function adoptReached(
  transaction: Queryable,
  lead: CapturedLead,
  rules: Rule[],
): Promise<LeadTriggerEvent[]> {
  const { reached, watchedBefore } = await adoptMilestones(transaction, lead)
  const late = { leadId: lead.id, executedAt: lead.at, isLate: true }
  // A report comes every half minute; few of them reach what a rule waits for.
  const awaited = rules.flatMap(({ trigger, conditions }) =>
    trigger === 'video_progress' ? (conditions.watchTime ?? 0) : [],
  )
  let furthest = watchedBefore
  return reached.flatMap(({ id, kind, at, evidence }): LeadTriggerEvent[] => {
    const triggerEvent = { ...late, trigger: kind, at, evidence: { ...evidence, milestoneId: id } }
    if (kind !== 'video_progress') {
      // A completed application that was claimed for another email stays a claim.
      const isOwn = typeof evidence.email !== 'string' || evidence.email === lead.email
      return isOwn ? [{ ...triggerEvent, page: evidence.page, mayBeRetold: true }] : []
    }
    const { watchTime = 0 } = evidence
    const before = furthest
    if (watchTime <= (before ?? -1)) return []
    furthest = watchTime
    const isAwaited = awaited.some((second) => second > (before ?? -1) && second <= watchTime)
    return isAwaited ? [{ ...triggerEvent, watchTime, watchedBefore: before }] : []
  })
}
