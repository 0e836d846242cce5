import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
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
  const [waitUntil, setWaitUntil] = useState(0)
  const attempt = useMutation({
    meta: { gate: true },
    mutationFn: async (password: string) => {
      await call('POST /api/analytics/verify-password', { password })
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
