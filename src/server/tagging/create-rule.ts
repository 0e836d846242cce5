import type { RuleDraft } from '#contract/auto-tag-rules.ts'
import type { Database } from '#server/platform/database.ts'
import { refuseSameRule } from './refuse-same-rule.ts'
import { insertRule, lockRules, readRules } from './rule-store.ts'

/** Adds a rule for what happens from now on; one that exists already is refused. */
export async function createRule(
  database: Database,
  rule: RuleDraft & { id: string; at: Date },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    refuseSameRule(await readRules(transaction), rule)
    await insertRule(transaction, rule)
  })
}
