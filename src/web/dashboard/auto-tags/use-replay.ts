import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Puts one failed delivery, or all of them, back into the queue, and says what came of it. */
export function useReplay() {
  const client = useQueryClient()
  const settled = {
    onSuccess: ({ queued, message }: { queued: number; message: string }) => {
      const title =
        queued === 0
          ? 'Nothing to retry'
          : queued === 1
            ? 'Delivery back in the queue'
            : `${queued.toLocaleString('en-US')} deliveries back in the queue`
      showToast({ title, message })
      return readAgain(client, ['tags'])
    },
    onError: (error: unknown) => {
      if (isSignedOut(error)) return
      const known = error instanceof CallFailed && error.status < 500
      showToast({
        title: 'Failed to retry the delivery',
        message: (known && error.sentence) || 'Please try again.',
        bad: true,
      })
    },
  }
  const one = useMutation({
    mutationFn: (logId: string) => call('POST /api/auto-tags/logs/:logId/replay', { logId }),
    ...settled,
  })
  const all = useMutation({
    mutationFn: () => call('POST /api/auto-tags/logs/replay-failed', {}),
    ...settled,
  })
  return { one, all }
}
