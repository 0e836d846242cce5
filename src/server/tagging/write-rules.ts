import { isDeepStrictEqual } from 'node:util'
import { type RuleDraft, WrittenRule } from '#contract/auto-tag-rules.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertRule, lockRules, readRules, removeRule, type StoredRule, updateRule } from './rule-store.ts'
import { setRuleActive } from './store.ts'
import { tagPageViews, type ViewTagParts } from './tag-page-views.ts'

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

/**
 * Writes a rule anew for what happens from now on; what happened before still counts by its old form. Refused where it is
 * another by now than the one that this shall take the place of.
 */
export async function changeRule(
  parts: ViewTagParts,
  ruleId: string,
  draft: RuleDraft,
  inPlaceOf?: WrittenRule,
): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    const rules = await readRules(transaction)
    const before = rules.find(({ id }) => id === ruleId)
    if (!before) throw new Refusal('not-found', 'There is no such rule.')
    const stored = WrittenRule.parse(before)
    // The same once more is a second try after an answer that was lost.
    if (inPlaceOf && !isDeepStrictEqual(stored, inPlaceOf) && !isDeepStrictEqual(stored, draft))
      throw new Refusal('conflict', 'The rule was changed meanwhile. Have a look at what it says now.')
    refuseSameRule(rules, draft, ruleId)
    await tagPageViews(parts, transaction, ruleId)
    await updateRule(transaction, ruleId, draft, parts.clock.now())
  })
}

/** Deletes a rule for what happens from now on; the tags it gave and its log stay. */
export async function deleteRule(parts: ViewTagParts, ruleId: string): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    if (isId(ruleId)) await tagPageViews(parts, transaction, ruleId)
    if (!isId(ruleId) || !(await removeRule(transaction, ruleId)))
      throw new Refusal('not-found', 'There is no such rule.')
  })
}

/** Switches a rule on or off for what happens from now on; false where there is no such rule. */
export async function switchRule(parts: ViewTagParts, ruleId: string, isActive: boolean): Promise<boolean> {
  return parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    if (!isActive) await tagPageViews(parts, transaction, ruleId)
    return setRuleActive(transaction, ruleId, isActive, parts.clock.now())
  })
}

/** Refuses a rule of which there is one already, by name or by what it does, and one too many. */
export function refuseSameRule(rules: StoredRule[], draft: RuleDraft, ownId: string | null = null): void {
  const others = rules.filter(({ id }) => id !== ownId)
  const named = others.find(({ name }) => name.toLowerCase() === draft.name.toLowerCase())
  if (named) throw new Refusal('conflict', `There is a rule called “${named.name}” already.`)
  const same = others.find((other) => effectOf(other) === effectOf(draft))
  if (same) throw new Refusal('conflict', `The rule “${same.name}” does exactly this already.`)
  if (ownId === null && others.length >= ruleLimits.rules)
    throw new Refusal(
      'conflict',
      `There are ${ruleLimits.rules} rules already. Delete one that is not needed.`,
    )
}

/** What a rule does, as text that is the same for two rules that do the same. */
const effectOf = ({ tagName, trigger, conditions }: RuleDraft): string =>
  JSON.stringify([
    // The CRM tells tags apart without regard to letter case.
    tagName.toLowerCase(),
    trigger,
    [...(conditions.page ?? [])].sort(),
    [...(conditions.exactPage ?? [])].sort(),
    trigger === 'video_progress' ? (conditions.watchTime ?? 0) : 0,
  ])
