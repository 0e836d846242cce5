import { useSyncExternalStore } from 'react'

let up: boolean | null = null
const listeners = new Set<() => void>()

/** Says whether the live stream is up; null while that is not known yet. */
export function setLiveUp(next: boolean | null): void {
  up = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the live stream is up; null while that is not known yet. */
export const useLiveUp = (): boolean | null => useSyncExternalStore(subscribe, () => up)
