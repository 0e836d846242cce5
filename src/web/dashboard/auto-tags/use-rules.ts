import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Reads the tagging rules and their numbers, every 30 s without a stream, and switches them on and off. */
export function useRules() {
  const client = useQueryClient()
  const rules = useQuery({
    queryKey: ['GET /api/auto-tags/rules'],
    queryFn: ({ signal }) => call('GET /api/auto-tags/rules', {}, { signal }),
    ...usePolling(30_000),
  })
  const summary = useQuery({
    queryKey: ['GET /api/auto-tags/summary'],
    queryFn: ({ signal }) => call('GET /api/auto-tags/summary', {}, { signal }),
    ...usePolling(30_000),
  })
  const toggle = useMutation({
    mutationFn: (input: { ruleId: string; isActive: boolean }) =>
      call('PUT /api/auto-tags/rules/:ruleId/toggle', input),
    onSuccess: (changed) => {
      showToast({ title: 'AutoTag rule updated successfully' })
      client.setQueryData<AutoTagRule[]>(['GET /api/auto-tags/rules'], (known) =>
        known?.map((rule) => (rule.id === changed.id ? changed : rule)),
      )
      void summary.refetch()
    },
    onError: (error) => {
      if (!isSignedOut(error)) showToast({ title: 'Failed to update AutoTag rule', bad: true })
    },
  })
  return { rules, summary, toggle }
}
