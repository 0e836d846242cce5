import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockRules, removeRule } from './rule-store.ts'
import { tagPageViews, type ViewTagParts } from './tag-page-views.ts'

/** Deletes a rule for what happens from now on; the tags it gave and its log stay. */
export async function deleteRule(parts: ViewTagParts, ruleId: string): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    if (isId(ruleId)) await tagPageViews(parts, transaction, ruleId)
    if (!isId(ruleId) || !(await removeRule(transaction, ruleId)))
      throw new Refusal('not-found', 'There is no such rule.')
  })
}
