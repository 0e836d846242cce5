import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'

/** Reads the tagging rules and their numbers, every 30 s without a stream, and switches them on and off. */
export function useRules() {
  const client = useQueryClient()
  const rules = useQuery({
    ...reading('GET /api/auto-tags/rules', {}),
    ...usePolling(30_000),
  })
  const summary = useQuery({
    ...reading('GET /api/auto-tags/summary', {}),
    ...usePolling(30_000),
  })
  const toggle = useChange({
    make: (input: { ruleId: string; isActive: boolean }) =>
      call('PUT /api/auto-tags/rules/:ruleId/toggle', input),
    done: { title: 'AutoTag rule updated successfully' },
    failed: () => ({ title: 'Failed to update AutoTag rule' }),
    after: async (changed) => {
      const { queryKey } = reading('GET /api/auto-tags/rules', {})
      // An answer that was asked for before this change must not take it back.
      await client.cancelQueries({ queryKey })
      client.setQueryData<AutoTagRule[]>(queryKey, (known) =>
        known?.map((rule) => (rule.id === changed.id ? changed : rule)),
      )
      void summary.refetch()
    },
  })
  return { rules, summary, toggle }
}
