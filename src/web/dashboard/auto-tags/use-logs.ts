import { type AutoTagLog, logSorts } from '#contract/auto-tags.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'

/** Executions of all rules, newest first, every 10 s without a stream. */
export const useLogs = (): List<AutoTagLog> =>
  useList('GET /api/auto-tags/logs', { range: 'all', ...readSorting(useAddress().sort, logSorts) }, 10_000)

/** Executions of one rule, newest first, every 5 s without a stream; `limit` rows per page. */
export const useRuleLogs = (ruleId: string, limit = 100): List<AutoTagLog> =>
  useList(
    'GET /api/auto-tags/logs/:ruleId',
    { ruleId, range: 'all', limit, ...readSorting(useAddress().sort, logSorts) },
    5_000,
  )
