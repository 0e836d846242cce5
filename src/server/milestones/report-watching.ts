import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { orderDelivery } from '#server/tagging/order-delivery.ts'
import { findKnownSubmission, knownBy } from '#server/tracking/known-to-browser.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { furthestWatched, insertMilestone, lockLead, type Milestone } from './store.ts'

/**
 * Notes the second of the video that a visitor has reached, where it is further than ever before, and sets off the
 * rules that wait for a second since then: each once for a lead, however finely or coarsely browsers report. Without a
 * lead of its own what is reached waits until the visitor becomes one.
 */
export async function reportWatching(
  parts: { database: Database; queue: Pick<Queue, 'send'>; newId: NewId },
  report: { visitorId: string; second: number; at: Date },
): Promise<void> {
  const { visitorId, second: watchTime, at } = report
  await parts.database.transaction().execute(async (transaction) => {
    await takeLocks(transaction, [visitorLock(visitorId)])
    const known = await findKnownSubmission(transaction, visitorId)
    const lead = known?.lead ?? null
    if (lead) await lockLead(transaction, lead.id)
    const watchedBefore = await furthestWatched(transaction, lead ? { leadId: lead.id } : { visitorId })
    if (watchedBefore !== null && watchTime <= watchedBefore) return
    const id = parts.newId()
    // Somebody else may watch in the same browser once their own details were left in it.
    const key = lead ? `${watchTime} ${lead.id}` : String(watchTime)
    const milestone: Milestone = {
      id,
      visitorId,
      kind: 'video_progress',
      key,
      at,
      evidence: { watchTime, ...knownBy(lead?.isLinked ?? true) },
      leadId: lead?.id ?? null,
    }
    if (!(await insertMilestone(transaction, milestone)) || !lead) return
    const evidence = { ...milestone.evidence, milestoneId: id }
    const newTags = await applyRules(transaction, parts.newId, [
      { trigger: 'video_progress', leadId: lead.id, at, watchTime, watchedBefore, evidence },
    ])
    if (newTags > 0) await orderDelivery(parts.queue, transaction, lead.id)
  })
}
