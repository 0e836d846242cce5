import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './api/call-failed.ts'
import { leaveDashboard } from './session/session-query.ts'

/**
 * The dashboard's data cache: no retry, no refetch on focus, never stale (docs/spec.md, 'The dashboard'). A 401 of
 * any read or change returns to the gate.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) leaveDashboard(client, true)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      // A wrong password is a 401 too, but no session ended by it.
      onError: (error, _input, _context, mutation) => mutation.meta?.gate !== true && onError(error),
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
