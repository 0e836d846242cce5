import type { QuarantinedCapture } from '#contract/lead.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

/** Submits held back as spam, of all days: none of them may be overlooked. Searched like the leads. */
export function useHeld(searched: boolean): List<QuarantinedCapture> {
  const { q } = useAddress()
  return useList('GET /api/quarantine', { range: 'all', q: (searched && q) || undefined }, 60_000)
}

/** Turns a held submit into the lead it would have been. */
export const useRelease = () =>
  useChange({
    make: (held: QuarantinedCapture) => call('POST /api/quarantine/:id/release', { id: held.id }),
    done: (_answer, held) => ({
      title: 'Submission released',
      message: `${held.name || held.email} is a lead now.`,
    }),
    failed: (error) => ({ title: 'Error', message: `It could not be released. ${sentenceOf(error)}` }),
    renews: ['leads', 'tags'],
  })
