import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QuarantinedCapture } from '#contract/lead.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Submits held back as spam, of all days: none of them may be overlooked. Searched like the leads. */
export function useHeld(searched: boolean): List<QuarantinedCapture> {
  const { q } = useAddress()
  return useList('GET /api/quarantine', { range: 'all', q: (searched && q) || undefined }, 60_000)
}

/** Turns a held submit into the lead it would have been. */
export function useRelease() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (held: QuarantinedCapture) => call('POST /api/quarantine/:id/release', { id: held.id }),
    onSuccess: (_answer, held) => {
      showToast({ title: 'Submit released', message: `${held.name || held.email} is a lead now.` })
      return readAgain(client, ['leads', 'tags'])
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Error', message: `It could not be released. ${sentenceOf(error)}`, bad: true })
    },
  })
}
