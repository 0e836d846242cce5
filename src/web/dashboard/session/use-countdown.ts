import { useEffect, useState } from 'react'

/** Whole seconds left until a moment (milliseconds since 1970), counting down to 0. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (until <= Date.now()) return
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
