import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { reading } from '#web/dashboard/api/reading.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

// Reading notes the look, so a dashboard in the background does not read.
const useIsOnScreen = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** What happened since the owner last looked; while it is on screen the dashboard tells the server so. */
export function useNews() {
  const enabled = useIsOnScreen()
  return useQuery({
    ...reading('POST /api/analytics/looks', {}),
    enabled,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  }).data
}
