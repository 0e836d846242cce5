import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A question that stands where a button raised it: whether it is asked, and what each answer does. */
export type Asking = {
  asking: boolean
  /** Raises the question. */
  raise: () => void
  /** Takes it back: nothing happens, and the button that raised it is focused again. */
  keep: () => void
  /** Closes it because what it asked for is done, which may take the button with it: `goOn` is focused. */
  close: () => void
  /** The button that raises the question. */
  ask: RefObject<HTMLButtonElement | null>
  /** The answer by which nothing happens: the one that is focused when the question is raised. */
  no: RefObject<HTMLButtonElement | null>
}

/**
 * A question that stands in place of the button that raised it. Whoever works by keyboard stays where the question is,
 * and goes on from `goOn` once what was asked for is done.
 */
export function useAsking<GoOn extends HTMLElement>(): Asking & { goOn: RefObject<GoOn | null> } {
  const [state, setState] = useState<'quiet' | 'asking' | 'kept' | 'done'>('quiet')
  const ask = useRef<HTMLButtonElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const goOn = useRef<GoOn>(null)
  useEffect(() => {
    if (state === 'asking') no.current?.focus()
    if (state === 'kept') ask.current?.focus()
    if (state === 'done') (goOn.current ?? ask.current)?.focus()
  }, [state])
  const raise = useCallback(() => setState('asking'), [])
  const keep = useCallback(() => setState('kept'), [])
  const close = useCallback(() => setState('done'), [])
  return { asking: state === 'asking', raise, keep, close, ask, no, goOn }
}
