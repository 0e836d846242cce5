import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { type Happening, matchingRules } from './matching-rules.ts'
import { reachSteps } from './step-store.ts'
import { activeRules, hasRun, insertSkipped, insertTag } from './store.ts'

/** Something that happened to a lead, with what a rule's execution keeps of it. */
export type LeadHappening = Happening & {
  leadId: string
  at: Date
  evidence: Record<string, unknown>
  /** When the rules run, where that is later than what happened. */
  executedAt?: Date
  /** Whether only rules count that held when it happened. */
  isLate?: boolean
  /** Whether it may have been told before in other words: then a rule that ran for it does not run again. */
  mayBeRetold?: boolean
}

/**
 * Records the tags that a happening earns its lead, in the happening's own transaction, and gives their
 * number. Each execution is logged as it happens; for a tag the lead has already, as skipped.
 */
export async function applyRules(
  transaction: Queryable,
  newId: NewId,
  happening: LeadHappening,
): Promise<number> {
  const { leadId, at, evidence, trigger, executedAt = at } = happening
  let added = 0
  const active = await activeRules(transaction, happening.isLate ? at : null)
  const rules = matchingRules(active, happening)
  await reachSteps(transaction, happening, rules)
  for (const rule of rules) {
    const started = performance.now()
    const execution = { leadId, tagName: rule.tag_name, ruleId: rule.id, trigger }
    const executionMs = () => performance.now() - started
    const tag = { ...execution, id: newId(), ruleName: rule.name, evidence, at, executedAt }
    if (await insertTag(transaction, { ...tag, executionMs: executionMs() })) {
      added += 1
      continue
    }
    if (happening.mayBeRetold && (await hasRun(transaction, execution))) continue
    await insertSkipped(transaction, {
      ...execution,
      id: newId(),
      at: executedAt,
      ruleName: rule.name ?? null,
      reason: 'The lead has this tag already.',
      executionMs: executionMs(),
      triggerData: evidence,
    })
  }
  return added
}
