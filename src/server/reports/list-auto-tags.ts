import { sql } from 'kysely'
import type { AutoTagRule, AutoTagSummary } from '#contract/auto-tags.ts'
import { rollUpForReader } from '#server/counting/roll-up-for-reader.ts'
import type { Database } from '#server/platform/database.ts'
import { percentOf } from './summarize.ts'

/** All tagging rules in the owner's order, with how often each succeeded and failed. */
export async function listRules(database: Database, ruleId: string | null = null): Promise<AutoTagRule[]> {
  await rollUpForReader(database)
  const { rows } = await sql<RuleRow>`
    select rule.*, coalesce(log.successes, 0)::bigint as successes, coalesce(log.errors, 0)::bigint as errors,
      log.last_triggered
    from auto_tag_rules rule left join lateral (
      select sum(count) filter (where status = 'success') as successes, sum(count) filter (where status = 'error') as errors,
        (select max(at) from auto_tag_logs where rule_id = rule.id) as last_triggered
      from log_counts where rule_id = rule.id
    ) log on true
    where ${ruleId}::uuid is null or rule.id = ${ruleId}::uuid
    order by rule.position, rule.id`.execute(database)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    tagName: row.tag_name,
    trigger: row.trigger,
    conditions: row.conditions,
    isActive: row.is_active ? 'true' : 'false',
    successCount: row.successes,
    errorCount: row.errors,
    lastTriggered: row.last_triggered?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }))
}

type RuleRow = {
  id: string
  name: string
  description: string
  tag_name: string
  trigger: AutoTagRule['trigger']
  conditions: AutoTagRule['conditions']
  is_active: boolean
  successes: number
  errors: number
  last_triggered: Date | null
  created_at: Date
}

const DAY_MS = 86_400_000

/** What all rules did, in numbers: every place that shows one of them reads it here. */
export async function summarizeRules(database: Database, now: Date): Promise<AutoTagSummary> {
  const rules = await listRules(database)
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ recent: number; waiting: number }>`
    select (select count(*) from auto_tag_logs where at > ${since}) as recent,
      (select coalesce(sum(count), 0)::bigint from log_counts where status = 'waiting') as waiting`.execute(
    database,
  )
  return {
    ...ratesOf(rules),
    rules: rules.length,
    activeRules: rules.filter(({ isActive }) => isActive === 'true').length,
    recentLogs: rows[0]?.recent ?? 0,
    waiting: rows[0]?.waiting ?? 0,
  }
}

/** Executions and rates of rules, to one decimal: the mean of the rates of those that have run, and the rate of all executions. */
export function ratesOf(
  rules: Pick<AutoTagRule, 'successCount' | 'errorCount'>[],
): Pick<AutoTagSummary, 'totalExecutions' | 'successRate' | 'overallRate'> {
  const rates = rules
    .filter(({ successCount, errorCount }) => successCount + errorCount > 0)
    .map(({ successCount, errorCount }) => successCount / (successCount + errorCount))
  const successes = rules.reduce((sum, { successCount }) => sum + successCount, 0)
  const totalExecutions = rules.reduce((sum, { errorCount }) => sum + errorCount, successes)
  return {
    totalExecutions,
    successRate:
      rates.length === 0
        ? null
        : percentOf(
            rates.reduce((sum, value) => sum + value, 0),
            rates.length,
          ),
    overallRate: totalExecutions === 0 ? null : percentOf(successes, totalExecutions),
  }
}
