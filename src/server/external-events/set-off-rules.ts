import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { type ExternalEvent, isToldBefore, setRulesApplied } from './store.ts'

/** Sets off the rules of an external event for its lead, once, and gives the number of new tags; nothing while it is nobody's. */
export async function setOffRules(
  parts: { newId: NewId },
  transaction: Queryable,
  event: ExternalEvent,
  now: Date,
): Promise<number> {
  const { lead_id: leadId, trigger } = event
  if (!leadId || !trigger || event.rules_applied_for === leadId) return 0
  const mayBeRetold = await isToldBefore(transaction, event.id, leadId)
  await setRulesApplied(transaction, event.id, leadId)
  return applyRules(transaction, parts.newId, {
    trigger,
    leadId,
    at: event.at,
    executedAt: now,
    mayBeRetold,
    ...(event.page === null ? {} : { page: event.page }),
    evidence: { factId: event.id, confirmed: true },
  })
}
