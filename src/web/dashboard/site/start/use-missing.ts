import { useQuery } from '@tanstack/react-query'
import { reading } from '#web/dashboard/api/reading.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'

/** What only the owner knows and whether the site has it, kept current. */
export const useMissing = () =>
  useQuery({
    ...reading('GET /api/site/missing', {}),
    ...usePolling(30_000),
  })
