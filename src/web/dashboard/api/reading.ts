import { call } from './call.ts'
import type { CallInput, CallName, CallOutput } from './dashboard-api.ts'

type Reading<Name extends CallName> = {
  queryKey: [Name, CallInput<Name>]
  queryFn: (context: { signal: AbortSignal }) => Promise<CallOutput<Name>>
}

/** How a query reads a call and remembers its answer: under the call's name and what it is asked for. */
export const reading = <Name extends CallName>(name: Name, input: CallInput<Name>): Reading<Name> => ({
  queryKey: [name, input],
  queryFn: ({ signal }) => call(name, input, { signal }),
})
