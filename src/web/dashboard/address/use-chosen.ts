import { startTransition, useOptimistic } from 'react'

/**
 * What a control of the address shows, and the way to choose: the choice stands there at once, while a slow phone still draws
 * what it leads to.
 */
export function useChosen<Value>(
  value: Value,
  choose: (value: Value) => void,
): [Value, (value: Value) => void] {
  const [shown, show] = useOptimistic(value)
  return [
    shown,
    (chosen) =>
      startTransition(() => {
        show(chosen)
        choose(chosen)
      }),
  ]
}
