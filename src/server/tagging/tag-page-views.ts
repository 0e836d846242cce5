import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { knownBy } from '#server/tracking/known-to-browser.ts'
import { recordExecutions } from './execution-store.ts'
import { orderDelivery } from './order-delivery.ts'
import { earnedViews, lockViewRules, setViewedUntil } from './page-view-store.ts'

/** What tagging by page views needs. */
export type ViewTagParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  newId: NewId
  clock: Clock
}

// Views are stored in batches and by several processes: one may come to light this long after its time.
const LATE_MS = 60_000
const AT_ONCE = 200

/**
 * Tags the leads whose page views meet a page-view rule (or the one that is named), each once, with the CRM jobs in
 * the same transaction. It looks back from where it was last, not at every view as it comes: tracking does nothing
 * for it, and without such a rule there is nothing to look at. Returns the number of tags.
 */
export async function tagPageViews(
  parts: ViewTagParts,
  transaction: Queryable,
  ruleId: string | null = null,
): Promise<number> {
  let added = 0
  for (const rule of await lockViewRules(transaction, ruleId)) {
    const now = parts.clock.now()
    const from = Math.max(rule.holds_since.getTime(), (rule.viewed_until?.getTime() ?? 0) - LATE_MS)
    // A view's time is the beginning of its second.
    const since = new Date(Math.floor(from / 1000) * 1000)
    const earned = await earnedViews(transaction, rule, since, AT_ONCE)
    const executions = earned.map(({ lead_id: leadId, at, path, view_id: viewId, is_linked: isLinked }) => ({
      id: parts.newId(),
      leadId,
      tagName: rule.tag_name,
      ruleId: rule.id,
      ruleName: rule.name,
      trigger: rule.trigger,
      evidence: { page: path, viewId, ...knownBy(isLinked) },
      at,
      executedAt: now,
      ifHeld: 'nothing' as const,
    }))
    const recorded = await recordExecutions(transaction, executions)
    for (const { id, leadId } of executions)
      if (recorded.has(id)) await orderDelivery(parts.queue, transaction, leadId)
    added += recorded.size
    // With more of them waiting, the next look begins where this one did.
    if (earned.length < AT_ONCE) await setViewedUntil(transaction, rule.id, now)
  }
  return added
}
