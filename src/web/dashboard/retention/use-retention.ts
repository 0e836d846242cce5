import { useQuery } from '@tanstack/react-query'
import type { KeptMonths } from '#contract/retention.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

/** How long data is kept, and what goes next. */
export const useRetention = () => useQuery(reading('GET /api/retention', {}))

/** Which page views would go if they were kept for so many months. */
export const usePastTime = (views: number) =>
  useQuery({ ...reading('GET /api/retention/preview', { views }), staleTime: 0, gcTime: 0 })

/** Changes how long data is kept. */
export const useChangeRetention = (after: () => void) =>
  useChange({
    make: (months: Partial<KeptMonths>) => call('PUT /api/retention', months),
    done: { title: 'Saved', message: 'How long data is kept was changed.' },
    failed: 'How long data is kept was not changed',
    renews: ['settings'],
    after,
  })
