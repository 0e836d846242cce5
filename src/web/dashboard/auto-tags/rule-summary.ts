import type { AutoTagLog, AutoTagRule } from '#contract/auto-tags.ts'

const rate = (successes: number, runs: number): number | null =>
  runs === 0 ? null : (successes / runs) * 100

/**
 * The rules' four numbers (product.md §2 AutoTags). Success Rate is the mean of the per-rule rates over
 * rules that have run, with the overall rate beside it (decisions §6); both null where none has run.
 */
export function summaryOf(rules: Pick<AutoTagRule, 'isActive' | 'successCount' | 'errorCount'>[]) {
  const rates = rules
    .map(({ successCount, errorCount }) => rate(successCount, successCount + errorCount))
    .filter((value) => value !== null)
  const successes = rules.reduce((sum, { successCount }) => sum + successCount, 0)
  const executions = rules.reduce((sum, { errorCount }) => sum + errorCount, successes)
  return {
    active: rules.filter(({ isActive }) => isActive === 'true').length,
    executions,
    meanRate: rates.length === 0 ? null : rates.reduce((sum, value) => sum + value, 0) / rates.length,
    overallRate: rate(successes, executions),
  }
}

const DAY = 86_400_000

/** How many of the logs are of the last 24 hours; `atLeast` is true where older ones were not read yet. */
export function recentLogs(logs: Pick<AutoTagLog, 'timestamp'>[], more: boolean, now: number) {
  const count = logs.filter(({ timestamp }) => now - Date.parse(timestamp) < DAY).length
  return { count, atLeast: more && count === logs.length }
}
