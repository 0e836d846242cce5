import { useSyncExternalStore } from 'react'
import { onFragment } from '#web/site/browser/dialog-step.ts'

/** The address's fragment with its `#`, empty without one; undefined while the page is as the server drew it. */
export const useFragment = (): string | undefined =>
  useSyncExternalStore(
    onFragment,
    () => location.hash,
    () => undefined,
  )
