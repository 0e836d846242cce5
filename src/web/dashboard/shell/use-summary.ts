import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { dayIn } from '#web/dashboard/notes/due-words.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'

/** The numbers of the four cards for the range of the address, kept current (every 30 s without a stream). */
export function useSummary() {
  const input = rangeInput(useAddress())
  return useQuery({
    ...reading('GET /api/analytics/summary', input),
    placeholderData: keepPreviousData,
    ...usePolling(30_000),
  })
}

/** Whether the last day of the range is not over. */
export function useIsRunning(): boolean {
  const { tz } = useAddress()
  const today = dayIn(tz, useNow())
  return (useSummary().data?.to ?? '') >= today
}
