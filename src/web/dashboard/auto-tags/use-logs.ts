import type { AutoTagLog } from '#contract/auto-tags.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'

/** Executions of all rules, newest first, every 10 s without a stream. */
export const useLogs = (): List<AutoTagLog> => useList('GET /api/auto-tags/logs', { range: 'all' }, 10_000)

/** Executions of one rule, newest first, every 5 s without a stream; `limit` rows per page. */
export const useRuleLogs = (ruleId: string, limit = 100): List<AutoTagLog> =>
  useList('GET /api/auto-tags/logs/:ruleId', { ruleId, range: 'all', limit }, 5_000)
