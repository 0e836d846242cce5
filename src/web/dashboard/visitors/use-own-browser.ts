import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { orTryAgain, useChange } from '#web/dashboard/live/use-change.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'

/** Marks a browser as the owner's own or takes that back, and renews every number. */
export function useOwnBrowser() {
  const client = useQueryClient()
  return useChange({
    make: (input: { id: string; excluded: boolean }) => call('PUT /api/visitors/:id/exclude', input),
    done: (_answer, { excluded }) =>
      excluded
        ? { title: 'Marked as you', message: 'Nothing this browser does counts, past days included.' }
        : { title: 'Counted again', message: 'Everything this browser did is back in the numbers.' },
    failed: orTryAgain('Failed to change this visitor'),
    after: () => void readAgain(client, ['visitors', 'leads']),
  })
}
