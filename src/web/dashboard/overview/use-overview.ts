import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { narrowingInput, rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'

/**
 * The overview of the range of the address: over time, the period before, top lists, the funnel; of all traffic, or
 * `isNarrowed` to what the address says.
 */
export function useOverview({ isNarrowed }: { isNarrowed: boolean }) {
  const address = useAddress()
  const input = { ...rangeInput(address), ...(isNarrowed ? narrowingInput(address) : {}) }
  return useQuery({
    ...reading('GET /api/analytics/overview', input),
    placeholderData: keepPreviousData,
    ...usePolling(30_000),
  })
}
