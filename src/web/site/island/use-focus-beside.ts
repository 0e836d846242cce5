import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Two buttons beside each other, such as 'earlier' and 'later': where the one that was pressed has come to its end and can no
 * longer hold the focus, the other one gets it. `pressed` is told which it was before what it does is drawn.
 */
export function useFocusBeside(): {
  first: RefObject<HTMLButtonElement | null>
  second: RefObject<HTMLButtonElement | null>
  pressed(which: 'first' | 'second'): void
} {
  const first = useRef<HTMLButtonElement>(null)
  const second = useRef<HTMLButtonElement>(null)
  const last = useRef<'first' | 'second'>(undefined)
  useLayoutEffect(() => {
    const which = last.current
    last.current = undefined
    const [button, other] = which === 'first' ? [first, second] : [second, first]
    if (which && button.current?.disabled) other.current?.focus()
  })
  return {
    first,
    second,
    pressed(which) {
      last.current = which
    },
  }
}
