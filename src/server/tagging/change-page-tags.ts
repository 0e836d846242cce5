import type { RuleDraft } from '#contract/auto-tag-rules.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import { answersToCaptures, isOnPage, isOwnOfPage } from '#contract/rule-pages.ts'
import { cutText } from '#contract/text.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertRule, lockRules, readRules, removeRule, type StoredRule, updateRule } from './rule-store.ts'
import { setRuleActive } from './store.ts'
import { refuseSameRule } from './write-rules.ts'

type Parts = { database: Database; clock: Clock; newId: NewId }

/** What shall change about a page's own tags: tags to give, and rules of this page to end. */
export type PageTagChange = { path: string; add: string[]; remove: string[] }

/**
 * Changes the tags that a lead form sent on a page earns there alone, all of it or nothing. Each is a rule for exactly
 * this path; a rule that holds elsewhere too only loses this page. Doing it twice changes nothing more.
 */
export async function changePageTags(parts: Parts, change: PageTagChange): Promise<void> {
  const at = parts.clock.now()
  await parts.database.transaction().execute(async (transaction) => {
    await lockRules(transaction)
    for (const rule of await readRules(transaction))
      if (change.remove.includes(rule.id)) await endOnPage(transaction, rule, change.path, at)
    for (const tagName of change.add) await addToPage(parts, transaction, tagName, change.path, at)
  })
}

async function endOnPage(transaction: Queryable, rule: StoredRule, path: string, at: Date): Promise<void> {
  if (!isOnPage(rule.conditions, path)) return
  if (!isOwnOfPage(rule, path))
    throw new Refusal('conflict', `The rule “${rule.name}” is not this page’s alone. Change it in AutoTags.`)
  const exactPage = rule.conditions.exactPage?.filter((page) => !isOnPage({ exactPage: [page] }, path)) ?? []
  const conditions = { ...rule.conditions, exactPage }
  if (exactPage.length === 0 && !conditions.page?.length) await removeRule(transaction, rule.id)
  else await updateRule(transaction, rule.id, { ...rule, conditions }, at)
}

async function addToPage(
  parts: Parts,
  transaction: Queryable,
  tagName: string,
  path: string,
  at: Date,
): Promise<void> {
  const rules = await readRules(transaction)
  const giving = rules.filter(
    (rule) =>
      rule.tagName.toLowerCase() === tagName.toLowerCase() &&
      answersToCaptures(rule) &&
      isOnPage(rule.conditions, path),
  )
  const paused = giving.find((rule) => !rule.isActive && isOwnOfPage(rule, path))
  if (giving.some(({ isActive }) => isActive)) return
  if (paused) return void (await setRuleActive(transaction, paused.id, true, at))
  const draft: RuleDraft = {
    name: freeName(rules, `${tagName} on ${path}`),
    description: `A lead form sent on ${path}.`,
    tagName,
    trigger: 'lead_captured',
    conditions: { exactPage: [path] },
  }
  refuseSameRule(rules, draft)
  await insertRule(transaction, { ...draft, id: parts.newId(), at })
}

function freeName(rules: StoredRule[], wanted: string): string {
  const taken = new Set(rules.map(({ name }) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = `${cutText(wanted, ruleLimits.name - suffix.length).trim()}${suffix}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
