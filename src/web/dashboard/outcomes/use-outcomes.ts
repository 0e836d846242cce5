import type { OpenCall, Outcome } from '#contract/outcomes.ts'
import { call } from '#web/dashboard/api/call.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

/** What became of a call, as a button says it. */
export const outcomeNames: Record<Outcome, string> = {
  held: 'Held',
  no_show: 'No-show',
  moved: 'Moved',
  cancelled: 'Cancelled',
}

/** Past calls without an outcome, whatever days are chosen; each comes to them as it ends. */
export const useOpenCalls = (): List<OpenCall> =>
  useList('GET /api/bookings/without-outcome', {}, 60_000, { changesByTime: true })

/** A call whose outcome is said, and what it is called in the notice. */
export type SaidOutcome = { uid: string; name: string; outcome: Outcome }

/** Says what became of a call; the notice offers to take it back. */
export function useSayOutcome() {
  const takeBack = useChange({
    make: ({ uid }: SaidOutcome) => call('DELETE /api/bookings/:uid/outcome', { uid }),
    done: (_answer, { name }) => ({ title: `Taken back: ${name}` }),
    failed: 'It could not be taken back',
    renews: ['leads'],
  })
  return useChange({
    make: ({ uid, outcome }: SaidOutcome) => call('POST /api/bookings/:uid/outcome', { uid, outcome }),
    done: (_answer, said) => ({
      title: `${outcomeNames[said.outcome]}: ${said.name}`,
      action: { label: 'Undo', press: () => takeBack.mutate(said) },
    }),
    failed: 'It could not be noted',
    renews: ['leads'],
  })
}
