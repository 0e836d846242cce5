import { useState } from 'react'

/**
 * A read's failure for as long as there is nothing else to show: another try that is under way, which the live
 * stream may start every few seconds, does not bring the skeleton back.
 */
export function useSteadyError(error: Error | null, hasData: boolean): Error | null {
  const [last, setLast] = useState<Error | null>(null)
  const steady = error ?? (hasData ? null : last)
  if (steady !== last) setLast(steady)
  return steady
}
