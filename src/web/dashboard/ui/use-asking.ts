import { useEffect, useRef, useState } from 'react'

/**
 * A question that stands in place of the button that raised it. Whoever works by keyboard stays where the question is:
 * `no` is focused with it, and `ask` once it is gone.
 */
export function useAsking() {
  const [asking, setAsking] = useState(false)
  const no = useRef<HTMLButtonElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (asking) no.current?.focus()
    else if (wasAsking.current) ask.current?.focus()
    wasAsking.current = asking
  }, [asking])
  return { asking, setAsking, no, ask }
}
