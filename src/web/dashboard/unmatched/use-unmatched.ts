import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UnmatchedPerson } from '#contract/unmatched.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** People who applied, booked or paid and are no lead, of all days: none of them may be overlooked. */
export const useUnmatched = (): List<UnmatchedPerson> => useList('GET /api/unmatched', {}, 60_000)

/** What somebody without a lead is called. */
export const nameOf = ({ name, email, phone }: UnmatchedPerson): string =>
  name ?? email ?? phone ?? 'Somebody without a name'

/** Joins somebody to a lead, or without one makes them a lead. */
export function useMatch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ person, leadId }: { person: UnmatchedPerson; leadId?: string; to?: string }) =>
      leadId === undefined
        ? call('POST /api/unmatched/:id/lead', { id: person.id })
        : call('POST /api/unmatched/:id/join', { id: person.id, leadId }),
    onSuccess: (_answer, { person, to }) => {
      showToast(
        to === undefined
          ? { title: 'Lead added', message: `${nameOf(person)} is a lead now.` }
          : { title: 'Joined', message: `What ${nameOf(person)} did belongs to ${to} now.` },
      )
      return readAgain(client, ['leads', 'tags', 'connections'])
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Error', message: `It could not be done. ${sentenceOf(error)}`, bad: true })
    },
  })
}
