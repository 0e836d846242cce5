import type { UnmatchedPerson } from '#contract/unmatched.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

/** People who applied, booked or paid and are no lead, of all days: none of them may be overlooked. */
export const useUnmatched = (): List<UnmatchedPerson> => useList('GET /api/unmatched', {}, 60_000)

/** What somebody without a lead is called. */
export const nameOf = ({ name, email, phone }: UnmatchedPerson): string =>
  name ?? email ?? phone ?? 'Somebody without a name'

/** Joins somebody to a lead, or without one makes them a lead. */
export const useMatch = () =>
  useChange({
    make: ({ person, leadId }: { person: UnmatchedPerson; leadId?: string; to?: string }) =>
      leadId === undefined
        ? call('POST /api/unmatched/:id/lead', { id: person.id })
        : call('POST /api/unmatched/:id/join', { id: person.id, leadId }),
    done: (_answer, { person, to }) =>
      to === undefined
        ? { title: 'Lead added', message: `${nameOf(person)} is a lead now.` }
        : { title: 'Joined', message: `What ${nameOf(person)} did belongs to ${to} now.` },
    failed: (error) => ({ title: 'Error', message: `It could not be done. ${sentenceOf(error)}` }),
    renews: ['leads', 'tags', 'connections'],
  })
