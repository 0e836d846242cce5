import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Changes the tags of one page, all of it or nothing, and says so. */
export function usePageTags() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { path: string; add: string[]; remove: string[] }) =>
      call('PUT /api/pages/:path/tags', input),
    onSuccess: (rules) => {
      showToast({ title: 'CRM tags saved', message: 'They hold for future leads of this page.' })
      client.setQueryData<AutoTagRule[]>(['GET /api/auto-tags/rules'], rules)
    },
    onError: (error) => {
      if (!isSignedOut(error)) showToast({ title: 'Failed to save CRM tags', bad: true })
    },
  })
}
