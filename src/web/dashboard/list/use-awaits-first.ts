import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallName } from '#web/dashboard/api/dashboard-api.ts'

const LONGEST_MS = 2000

/**
 * Whether the first answer to one of the calls is still on its way, for two seconds at most: a line that comes above a list
 * only then moves the list from under the finger. One that fails is not waited for.
 */
export function useAwaitsFirst(calls: readonly CallName[]): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])
  const asked = useIsFetching({
    predicate: ({ queryKey: [name], state }) =>
      calls.some((call) => call === name) && state.data === undefined && state.fetchFailureCount === 0,
  })
  return asked > 0 && !isLate
}
