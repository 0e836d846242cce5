import { useQuery } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'

/** What only the owner knows and whether the site has it, kept current. */
export const useMissing = () =>
  useQuery({
    queryKey: ['GET /api/site/missing'],
    queryFn: ({ signal }) => call('GET /api/site/missing', {}, { signal }),
    ...usePolling(30_000),
  })
