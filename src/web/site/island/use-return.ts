import { useEffect, useRef } from 'react'

/** Runs whenever the visitor comes back to this very page, kept as it was left by the browser's back-forward cache. */
export function useReturn(onReturn: () => void): void {
  const run = useRef(onReturn)
  run.current = onReturn
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) run.current()
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
}
