import { type AutoTagLog, logSorts } from '#contract/auto-tags.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'

/** Executions of all rules, every 10 s without a stream, in the order that the address asks for. */
export const useLogs = (): List<AutoTagLog> =>
  useList('GET /api/auto-tags/logs', { range: 'all', ...readSorting(useAddress().sort, logSorts) }, 10_000)

/** Executions of one rule, every 5 s without a stream, in the order that the address asks for. */
export const useRuleLogs = (ruleId: string): List<AutoTagLog> =>
  useList(
    'GET /api/auto-tags/logs/:ruleId',
    { ruleId, range: 'all', ...readSorting(useAddress().sort, logSorts) },
    5_000,
  )

/** The newest executions of one rule. */
export const useNewestLogs = (ruleId: string, limit: number): List<AutoTagLog> =>
  useList('GET /api/auto-tags/logs/:ruleId', { ruleId, range: 'all', limit }, 5_000)
