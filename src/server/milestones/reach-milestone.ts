import { contactLocks } from '#server/capture/store.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules, type LeadTriggerEvent } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { findKnownSubmission, type KnownSubmission, knownBy } from '#server/tracking/known-to-browser.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { announcesCall, requestCall } from '#server/voice/request-call.ts'
import { adoptVerified } from './follow-captures.ts'
import { insertMilestone, type Milestone } from './store.ts'

/** The lead that a browser acts for: as far as it is known as that person's, or gave the same email. */
type ActingFor = { id: string; email: string; phones: (string | null)[]; isLinked: boolean }

/** An application or a booking that a browser says it made. */
type Claim = Omit<Milestone, 'id' | 'leadId' | 'kind'> & { kind: 'application' | 'booking' }

/** Decides whether a claim may count for the browser's own lead, e.g. because the email is that lead's. */
type IsOwn = (lead: ActingFor) => boolean

/**
 * Notes a milestone of a visitor, once, and tags the lead that this browser submitted or was handed, with the CRM job
 * in the same transaction. Without a lead the milestone waits until the visitor becomes one. A browser that only gave
 * the same email counts with that evidence and sets off no call. Returns whether the claim is about what this browser
 * submitted itself, which says nothing of whether it counted.
 */
export async function reachMilestone(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  milestone: Claim,
  isOwn: IsOwn = () => true,
): Promise<boolean> {
  return parts.database.transaction().execute(async (transaction) => {
    const { email } = milestone.evidence
    // A vendor's word on the same email waits meanwhile, and so does a submit in this browser, so that neither misses the other.
    await takeLocks(transaction, [
      ...(typeof email === 'string' ? contactLocks(email, null) : []),
      visitorLock(milestone.visitorId),
    ])
    const known = await findKnownSubmission(transaction, milestone.visitorId)
    const lead = actingFor(known)
    const own = lead && isOwn(lead) ? lead : null
    const evidence = { ...milestone.evidence, ...(own ? knownBy(own.isLinked) : {}) }
    const id = parts.newId()
    const isNew = await insertMilestone(transaction, { ...milestone, evidence, id, leadId: own?.id ?? null })
    if (isNew) {
      const triggerEvents = await adoptClaimed(parts, transaction, known, milestone)
      if (own)
        triggerEvents.push({
          trigger: milestone.kind,
          leadId: own.id,
          at: milestone.at,
          page: evidence.page,
          // The page, the form's own words in its address and its vendor may all tell of the same application.
          mayBeRetold: true,
          evidence: { ...evidence, milestoneId: id },
        })
      const newTags = await applyRules(transaction, parts.newId, triggerEvents)
      if (lead && newTags > 0) await orderDelivery(parts.queue, transaction, lead.id)
    }
    // The same whether the email was a lead's before: nobody may learn that.
    if (!own) return known !== undefined && known.email === email
    const { page } = evidence
    // Also where it was reached before: whoever applies again by day is told of a call again.
    if (own.isLinked && milestone.kind === 'application' && page && announcesCall(page)) {
      const { at } = milestone
      await requestCall(parts, transaction, { leadId: own.id, page, appliedAt: at, at, isRepeated: !isNew })
    }
    return true
  })
}

/** What is the lead's own is not told to a browser that only gave its email, so its claims are measured by what it typed. */
function actingFor(known: KnownSubmission | undefined): ActingFor | null {
  if (!known?.lead) return null
  const { id, isLinked, phoneE164 } = known.lead
  return { id, isLinked, email: known.email, phones: [known.phoneE164, isLinked ? phoneE164 : null] }
}

/** A claim may say whose an external event is that a vendor verified before: an application or booking under another email. */
async function adoptClaimed(
  parts: { queue: Pick<Queue, 'send'>; newId: NewId },
  transaction: Queryable,
  known: KnownSubmission | undefined,
  { visitorId, evidence, at }: Claim,
): Promise<LeadTriggerEvent[]> {
  if (!known?.lead?.isLinked || typeof evidence.email !== 'string') return []
  const { email, captureId, lead } = known
  const who = { id: lead.id, email, phone: lead.phoneE164, visitorId, captureId }
  return adoptVerified(parts, transaction, who, at)
}
