import type { RuleDraft } from '#contract/auto-tag-rules.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { StoredRule } from './rule-store.ts'

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
