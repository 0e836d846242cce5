import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'

const EVERY_MS = 60_000
const WHILE_ONE_IS_MADE_MS = 2_000

/** How the backups stand; read again while one is being made, and now and then, as silence is trouble too. */
export const useBackups = () =>
  useQuery({
    ...reading('GET /api/backups', {}),
    refetchInterval: ({ state }) =>
      state.data?.backups.some((backup) => backup.state === 'running') ||
      state.data?.lastRestore?.state === 'running' ||
      state.data?.secondPlace.copying ||
      ['checking', 'arriving'].includes(state.data?.arrival?.state ?? '')
        ? WHILE_ONE_IS_MADE_MS
        : EVERY_MS,
  })

/** Makes a backup now. */
export const useBackupNow = () =>
  useChange({
    make: () => call('POST /api/backups', {}),
    failed: 'No backup was begun',
    renews: ['backups'],
  })

/** Begins a restore; the form says what is wrong. */
export function useRestore(onBegun: () => void) {
  const client = useQueryClient()
  return useChange({
    async make(input: { file: string; password: string; passphrase?: string }) {
      const begun = await call('POST /api/backups/restore', input)
      // The server may be away by the time that it is asked how it stands.
      client.setQueryData(reading('GET /api/backups', {}).queryKey, begun)
    },
    renews: ['backups'],
    after: onBegun,
  })
}

/** Reads how the backups stand once more, where no answer of the server's says it. */
export function useReadBackupsAgain(): () => Promise<void> {
  const client = useQueryClient()
  return () => readAgain(client, ['backups'])
}

/** Sets the passphrase; the form says what is wrong with it. */
export const useSetPassphrase = (onSet: (passphrase: string) => void) =>
  useChange({
    make: (input: { passphrase: string; password: string }) => call('PUT /api/backups/passphrase', input),
    done: { title: 'Passphrase set', message: 'The first backup with it is being made and tested now.' },
    renews: ['backups'],
    after: (_output, { passphrase }) => onSet(passphrase),
  })
