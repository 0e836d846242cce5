import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useGo } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { isFirstRun } from '#web/dashboard/site/start/is-first-run.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { sessionQuery } from './session-query.ts'

function reasonOf(error: unknown): string {
  return error instanceof CallFailed && error.status === 401 ? 'Incorrect password' : sentenceOf(error)
}

/**
 * Signing in with the access code: `signIn` tries, `refusal` says why the last try failed, `waitUntil` is
 * the moment (milliseconds) before which the server takes no further try.
 */
export function useSignIn() {
  const client = useQueryClient()
  const go = useGo()
  const [waitUntil, setWaitUntil] = useState(0)
  const attempt = useMutation({
    meta: { gate: true },
    mutationFn: async (password: string) => {
      await call('POST /api/analytics/verify-password', { password })
      // Whoever named a view gets that view.
      const isOpen = !new URLSearchParams(window.location.search).has('tab')
      if (isOpen && (await isFirstRun())) go({ tab: 'site' }, { replace: true })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    onSuccess: () => {
      showToast({ title: 'Access granted', message: 'Welcome to the Analytics Command Center' })
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.retryAfter) {
        setWaitUntil(Date.now() + error.retryAfter * 1000)
      }
      showToast({ title: 'Access denied', message: reasonOf(error), bad: true })
    },
  })
  return {
    signIn: attempt.mutate,
    pending: attempt.isPending,
    refusal: attempt.error ? reasonOf(attempt.error) : null,
    waitUntil,
  }
}
