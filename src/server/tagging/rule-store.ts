import { sql } from 'kysely'
import type { RuleDraft } from '#contract/auto-tag-rules.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'

/** A rule as it is stored. */
export type StoredRule = RuleDraft & { id: string; isActive: boolean }

/** Makes writers of rules take turns, so that two of them never add the same rule twice. */
export async function lockRules(transaction: Queryable): Promise<void> {
  await takeLocks(transaction, [lockOn('tag rules')])
}

/** All rules, in the owner's order. */
export async function readRules(database: Queryable): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select id, name, description, tag_name as "tagName", trigger, conditions, is_active as "isActive"
    from auto_tag_rules order by position, id`.execute(database)
  return rows
}

/** Adds a rule at the end. It holds from `at` on. */
export async function insertRule(
  transaction: Queryable,
  rule: RuleDraft & { id: string; at: Date },
): Promise<void> {
  await sql`
    insert into auto_tag_rules (id, name, description, tag_name, trigger, conditions, position, created_at, updated_at,
      holds_since)
    select ${rule.id}, ${rule.name}, ${rule.description}, ${rule.tagName}, ${rule.trigger},
      ${JSON.stringify(rule.conditions)}::jsonb, coalesce(max(position), 0) + 1, ${rule.at}, ${rule.at}, ${rule.at}
    from auto_tag_rules`.execute(transaction)
}

/** Writes a rule anew. What it does now holds from `at` on; another name or description changes nothing of that. */
export async function updateRule(
  transaction: Queryable,
  ruleId: string,
  rule: RuleDraft,
  at: Date,
): Promise<void> {
  const conditions = JSON.stringify(rule.conditions)
  await sql`
    update auto_tag_rules set name = ${rule.name}, description = ${rule.description}, tag_name = ${rule.tagName},
      trigger = ${rule.trigger}, conditions = ${conditions}::jsonb, updated_at = ${at},
      holds_since = case when tag_name = ${rule.tagName} and trigger = ${rule.trigger} and conditions = ${conditions}::jsonb
        then holds_since else ${at}::timestamptz end
    where id = ${ruleId}`.execute(transaction)
}

/** Deletes a rule; tags and log rows stay, without it. False where there is no such rule. */
export async function removeRule(transaction: Queryable, ruleId: string): Promise<boolean> {
  const { rows } = await sql`delete from auto_tag_rules where id = ${ruleId} returning id`.execute(
    transaction,
  )
  return rows.length > 0
}
