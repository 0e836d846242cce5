import { adoptFacts } from '#server/facts/adopt-facts.ts'
import type { CaptureParts } from '#server/leads/capture-lead.ts'
import { lockContact } from '#server/leads/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { announcesCall, requestCall } from '#server/voice/request-call.ts'
import { findOwnLead, insertMilestone, type Milestone } from './store.ts'

/** An application or a booking that a browser says it made. */
type Claim = Omit<Milestone, 'id' | 'leadId' | 'kind'> & { kind: 'application' | 'booking' }

/** Decides whether a claim may count for the browser's own lead, e.g. because the email is that lead's. */
type IsOwn = (lead: { email: string; phone_e164: string | null }) => boolean

/**
 * Notes a milestone of a visitor, once, and tags the lead that this browser submitted itself, with the CRM job
 * in the same transaction. Without a lead of its own the milestone waits until the visitor becomes one. Gives
 * whether it counted for a lead.
 */
export async function reachMilestone(
  parts: CaptureParts,
  milestone: Claim,
  isOwn: IsOwn = () => true,
): Promise<boolean> {
  return parts.database.transaction().execute(async (transaction) => {
    const { email } = milestone.evidence
    // A vendor's word on the same email waits meanwhile, so that neither misses the other.
    if (typeof email === 'string') await lockContact(transaction, email, null)
    const lead = await findOwnLead(transaction, milestone.visitorId)
    const own = lead && isOwn(lead) ? lead : null
    const id = parts.newId()
    const isNew = await insertMilestone(transaction, { ...milestone, id, leadId: own?.id ?? null })
    const vouchedTags = lead && isNew ? await adoptClaimed(parts, transaction, lead, milestone) : 0
    if (vouchedTags > 0) await parts.queue.send(transaction, parts.job, { leadId: lead?.id })
    if (!own) return false
    if (!isNew) return true
    const newTags = await applyRules(transaction, parts.newId, {
      trigger: milestone.kind,
      leadId: own.id,
      at: milestone.at,
      page: milestone.evidence.page,
      // The page, the form's own words in its address and its vendor may all tell of the same application.
      mayBeRetold: true,
      evidence: { ...milestone.evidence, milestoneId: id },
    })
    if (newTags > 0) await parts.queue.send(transaction, parts.job, { leadId: own.id })
    const { page } = milestone.evidence
    if (milestone.kind === 'application' && page && announcesCall(page)) {
      const { at } = milestone
      await requestCall(parts, transaction, { leadId: own.id, page, appliedAt: at, at })
    }
    return true
  })
}

/** A claim may say whose a fact is that a vendor vouched for before: an application or booking under another email. */
async function adoptClaimed(
  parts: CaptureParts,
  transaction: Queryable,
  lead: { id: string; email: string; phone_e164: string | null },
  { visitorId, evidence, at }: Claim,
): Promise<number> {
  if (typeof evidence.email !== 'string') return 0
  const { id, email, phone_e164: phone } = lead
  return adoptFacts(parts, transaction, { id, email, phone, visitorId }, at)
}
