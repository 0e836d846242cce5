import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 64rem)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for a table with columns (1024 px); below, rows have two lines. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
