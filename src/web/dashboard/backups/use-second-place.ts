import { useQuery } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import type { Unsaved } from '#web/dashboard/ui/kept-in-tab.ts'

/** Keeps a second place once it was tried; the form says what is wrong. */
export const useEnterPlace = (unsaved: Pick<Unsaved<unknown>, 'forget'>, after: () => void) =>
  useChange({
    make: async (input: CallInput<'PUT /api/backups/second-place'>) => {
      await call('PUT /api/backups/second-place', input)
      unsaved.forget()
    },
    done: {
      title: 'Saved',
      message: 'A test file was written, read and deleted there. Backups follow automatically.',
    },
    renews: ['backups'],
    after,
  })

/** Forgets the second place. */
export const useRemovePlace = (after: () => void) =>
  useChange({
    make: () => call('DELETE /api/backups/second-place', {}),
    done: {
      title: 'Removed',
      message: 'Its keys are forgotten in every process. What is there stays there.',
    },
    failed: 'Failed to remove it',
    renews: ['backups'],
    after,
  })

/** Copies what is not there yet. */
export const useCopyNow = () =>
  useChange({
    make: () => call('POST /api/backups/second-place/copy', {}),
    failed: 'Nothing was copied',
    renews: ['backups'],
  })

/** What lies in the second place, asked for when somebody wants to see it. */
export const useCopiesThere = () =>
  useQuery({ ...reading('GET /api/backups/second-place/copies', {}), retry: false, staleTime: 10_000 })

/** Brings a backup from there. */
export const useFetchCopy = (after: () => void) =>
  useChange({
    make: (file: string) => call('POST /api/backups/second-place/fetch', { file }),
    failed: 'It was not fetched',
    renews: ['backups'],
    after,
  })

/** Has what arrived read whole; the form says where it needs a passphrase. */
export const useCheckArrival = () =>
  useChange({
    make: (input: { id: string; passphrase?: string }) => call('POST /api/backups/arrival/check', input),
    renews: ['backups'],
  })

/** Deletes what arrived. */
export const useDropArrival = () =>
  useChange({
    make: () => call('DELETE /api/backups/arrival', {}),
    failed: 'It was not removed',
    renews: ['backups'],
  })
