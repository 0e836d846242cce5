import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { applyRules } from '#server/tagging/apply-rules.ts'
import { type Fact, isToldBefore, setRulesApplied } from './store.ts'

/** Sets off the rules of a fact for its lead, once, and gives the number of new tags; nothing while it is nobody's. */
export async function setOffRules(
  parts: { newId: NewId },
  transaction: Queryable,
  fact: Fact,
  now: Date,
): Promise<number> {
  const { lead_id: leadId, trigger } = fact
  if (!leadId || !trigger || fact.rules_applied_for === leadId) return 0
  const mayBeRetold = await isToldBefore(transaction, fact.id, leadId)
  await setRulesApplied(transaction, fact.id, leadId)
  return applyRules(transaction, parts.newId, {
    trigger,
    leadId,
    at: fact.at,
    executedAt: now,
    mayBeRetold,
    ...(fact.page === null ? {} : { page: fact.page }),
    evidence: { factId: fact.id, confirmed: true },
  })
}
