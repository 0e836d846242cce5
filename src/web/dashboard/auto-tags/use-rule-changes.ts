import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

const explain = (title: string) => (error: Error) => {
  if (!isSignedOut(error)) showToast({ title, bad: true })
}

/** Adds, changes and deletes rules, and says so. */
export function useRuleChanges() {
  const client = useQueryClient()
  const renewed = (title: string) => () => {
    showToast({ title })
    void readAgain(client, ['tags'])
  }
  const create = useMutation({
    mutationFn: (input: CallInput<'POST /api/auto-tags/rules'>) => call('POST /api/auto-tags/rules', input),
    onSuccess: renewed('AutoTag rule created successfully'),
    onError: explain('Failed to create AutoTag rule'),
  })
  const change = useMutation({
    mutationFn: (input: CallInput<'PUT /api/auto-tags/rules/:ruleId'>) =>
      call('PUT /api/auto-tags/rules/:ruleId', input),
    onSuccess: renewed('AutoTag rule updated successfully'),
    onError: explain('Failed to update AutoTag rule'),
  })
  const remove = useMutation({
    mutationFn: (ruleId: string) => call('DELETE /api/auto-tags/rules/:ruleId', { ruleId }),
    onSuccess: renewed('AutoTag rule deleted successfully'),
    onError: explain('Failed to delete AutoTag rule'),
  })
  return { create, change, remove }
}
