import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallName } from '#web/dashboard/api/dashboard-api.ts'

const LONGEST_MS = 2000

/**
 * Whether what has come (`isThere`) is to wait for the first answer to one of the calls, for two seconds at most: a line that
 * comes above a list only then moves the list from under the finger. One that fails is not waited for, and what was shown
 * once stays.
 */
export function useAwaitsFirst(calls: readonly CallName[], isThere: boolean): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [])
  const asked = useIsFetching({
    predicate: ({ queryKey: [name], state }) =>
      calls.some((call) => call === name) && state.data === undefined && state.fetchFailureCount === 0,
  })
  const isShown = isThere && asked === 0
  useEffect(() => {
    if (isShown) setOver(true)
  }, [isShown])
  return asked > 0 && !isOver
}
