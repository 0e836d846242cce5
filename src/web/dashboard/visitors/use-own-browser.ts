import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Marks a browser as the owner's own or takes that back, and renews every number. */
export function useOwnBrowser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; excluded: boolean }) => call('PUT /api/visitors/:id/exclude', input),
    onSuccess: (_answer, { excluded }) => {
      showToast(
        excluded
          ? { title: 'Marked as you', message: 'Nothing this browser does counts, past days included.' }
          : { title: 'Counted again', message: 'Everything this browser did is back in the numbers.' },
      )
      void readAgain(client, ['visitors', 'leads'])
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      const known = error instanceof CallFailed && error.status < 500
      showToast({
        title: 'Failed to change this visitor',
        message: (known && error.sentence) || 'Please try again.',
        bad: true,
      })
    },
  })
}
