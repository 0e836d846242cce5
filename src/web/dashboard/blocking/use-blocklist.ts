import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallFailed, isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import type { Blocklist } from './blocklist.ts'

// A conflict or a refused field has a reason worth reading; anything else gets the specified sentence.
function explain(error: unknown, sentence: string): void {
  if (isSignedOut(error)) return
  const known = error instanceof CallFailed && (error.status === 409 || error.status === 422)
  showToast({ title: 'Error', message: (known && error.sentence) || sentence, bad: true })
}

/** Reads a blocklist and changes it; every change renews the numbers and lists it affects. */
export function useBlocklist(blocklist: Blocklist) {
  const client = useQueryClient()
  const { words } = blocklist
  const entries = useQuery({
    queryKey: [blocklist.read],
    queryFn: ({ signal }) => blocklist.list(signal),
  })
  const block = useMutation({
    mutationFn: ({ value, reason }: { value: string; reason: string }) => blocklist.block(value, reason),
    onSuccess: () => {
      showToast(words.blocked)
      return readAgain(client, ['blocking'])
    },
    onError: (error) => explain(error, words.notBlocked),
  })
  const toggle = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => blocklist.toggle(id, active),
    onSuccess: (_answer, { active }) => {
      showToast({ title: active ? words.activated : words.deactivated })
      return readAgain(client, ['blocking'])
    },
    onError: (error) => explain(error, words.notToggled),
  })
  return { entries, block, toggle }
}
