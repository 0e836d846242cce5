import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { type Happening, matchingRules } from './matching-rules.ts'
import { reachSteps } from './step-store.ts'
import { activeRules, insertLog, insertTag } from './store.ts'

/**
 * Records the tags that a happening earns its lead, in the happening's own transaction, and gives their
 * number. A tag the lead has already is logged as skipped.
 */
export async function applyRules(
  transaction: Queryable,
  newId: NewId,
  happening: Happening & { leadId: string; at: Date; evidence: Record<string, unknown> },
): Promise<number> {
  let added = 0
  const rules = matchingRules(await activeRules(transaction), happening)
  await reachSteps(transaction, happening, rules)
  for (const rule of rules) {
    const { leadId, at, evidence, trigger } = happening
    const isNew = await insertTag(transaction, {
      id: newId(),
      leadId,
      tagName: rule.tag_name,
      ruleId: rule.id,
      ruleName: rule.name,
      trigger,
      evidence,
      at,
    })
    if (isNew) added += 1
    else
      await insertLog(transaction, {
        id: newId(),
        at,
        ruleId: rule.id,
        ruleName: rule.name,
        leadId,
        leadTagId: null,
        tagName: rule.tag_name,
        status: 'skipped',
        reason: 'The lead has this tag already.',
        executionMs: 0,
        contactId: null,
        triggerData: evidence,
      })
  }
  return added
}
