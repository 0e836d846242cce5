import { useEffect, useEffectEvent } from 'react'
import { useReturn } from './use-return.ts'

/** Runs whenever the page is looked at again, as in a tab that was put away for a day. */
export function useLookAgain(onLook: () => void): void {
  const look = useEffectEvent(() => {
    if (!document.hidden) onLook()
  })
  useReturn(onLook)
  useEffect(() => {
    const shown = () => look()
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  }, [])
}
