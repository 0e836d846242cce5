import { useMutation, useQuery } from '@tanstack/react-query'
import type { Vendor } from '#contract/connections.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

const EVERY_MS = 30_000

/** How every connection stands. Time alone changes it, so it is read again now and then. */
export const useConnections = () =>
  useQuery({
    ...reading('GET /api/connections', {}),
    refetchInterval: EVERY_MS,
  })

/** Vendors that have been failing for more than five minutes. */
export const useTroubles = () =>
  useQuery({
    ...reading('GET /api/connections/trouble', {}),
    refetchInterval: EVERY_MS,
  })

/** The owner's actions on a connection: test it, try again what was set aside, compare the CRM. */
export function useConnectionActions(vendor: Vendor) {
  const test = useMutation({ mutationFn: () => call('POST /api/connections/:vendor/test', { vendor }) })
  const replay = useChange({
    make: (id: string | null) =>
      id === null
        ? call('POST /api/connections/:vendor/replay', { vendor })
        : call('POST /api/connections/:vendor/parked/:id/replay', { vendor, id }),
    done: ({ queued, message }) => ({
      title: queued === 0 ? 'Nothing to retry' : 'Back in the queue',
      message,
    }),
    failed: 'Failed to try again',
    renews: ['connections'],
  })
  const compare = useChange({
    make: () => call('POST /api/connections/crm/compare', {}),
    done: ({ success, message }) => ({
      title: success ? 'Comparing' : 'Not started',
      message,
      bad: !success,
    }),
    failed: 'Failed to compare',
    renews: ['connections'],
  })
  return { test, replay, compare }
}
