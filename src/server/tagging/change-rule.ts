import type { RuleDraft } from '#contract/auto-tag-rules.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseSameRule } from './refuse-same-rule.ts'
import { lockRules, readRules, updateRule } from './rule-store.ts'
import { tagPageViews, type ViewTagParts } from './tag-page-views.ts'

/** Writes a rule anew for what happens from now on; what happened before still counts by its old form. */
export async function changeRule(parts: ViewTagParts, ruleId: string, draft: RuleDraft): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    const rules = await readRules(transaction)
    const before = rules.find(({ id }) => id === ruleId)
    if (!before) throw new Refusal('not-found', 'There is no such rule.')
    refuseSameRule(rules, draft, ruleId)
    await tagPageViews(parts, transaction, ruleId)
    await updateRule(transaction, ruleId, draft, parts.clock.now())
  })
}
