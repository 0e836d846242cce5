import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Vendor } from '#contract/connections.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

const EVERY_MS = 30_000

/** How every connection stands. Time alone changes it, so it is read again now and then. */
export const useConnections = () =>
  useQuery({
    queryKey: ['GET /api/connections'],
    queryFn: ({ signal }) => call('GET /api/connections', {}, { signal }),
    refetchInterval: EVERY_MS,
  })

/** Vendors that have been failing for more than five minutes. */
export const useTroubles = () =>
  useQuery({
    queryKey: ['GET /api/connections/trouble'],
    queryFn: ({ signal }) => call('GET /api/connections/trouble', {}, { signal }),
    refetchInterval: EVERY_MS,
  })

/** Tells that something was not done, unless the session is over, which the gate says. */
export const tellFailure = (title: string) => (error: unknown) => {
  if (!isSignedOut(error)) showToast({ title, message: sentenceOf(error), bad: true })
}

/** The owner's actions on a connection: test it, try again what was set aside, compare the CRM. */
export function useConnectionActions(vendor: Vendor) {
  const client = useQueryClient()
  const again = () => readAgain(client, ['connections'])
  const test = useMutation({ mutationFn: () => call('POST /api/connections/:vendor/test', { vendor }) })
  const replay = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? call('POST /api/connections/:vendor/replay', { vendor })
        : call('POST /api/connections/:vendor/parked/:id/replay', { vendor, id }),
    onSuccess: ({ queued, message }) => {
      showToast({ title: queued === 0 ? 'Nothing to retry' : 'Back in the queue', message })
      return again()
    },
    onError: tellFailure('Failed to try again'),
  })
  const compare = useMutation({
    mutationFn: () => call('POST /api/connections/crm/compare', {}),
    onSuccess: ({ success, message }) => {
      showToast({ title: success ? 'Comparing' : 'Not started', message, bad: !success })
      return again()
    },
    onError: tellFailure('Failed to compare'),
  })
  return { test, replay, compare }
}
