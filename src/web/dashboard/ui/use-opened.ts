import { type RefCallback, type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react'

/** A form that stands in place of the button that opens it. */
type Opened<Opener extends HTMLElement> = {
  isOpen: boolean
  open: () => void
  close: () => void
  /** The button that opens it, or where else to go on from. */
  opener: RefObject<Opener | null>
  /** Says that what has the focus will be gone in a moment: then the button gets it. */
  leave: () => void
  /** The `ref` of what goes by itself: then the button gets the focus, if that was in it. */
  goes: RefCallback<HTMLElement>
}

/**
 * Whether a form is open that stands in place of its button, from the beginning where it `begins` so. Whoever works by
 * keyboard goes on from the button once the form, or what was left otherwise, is gone; not before what is `isBusy` is done.
 */
export function useOpened<Opener extends HTMLElement = HTMLButtonElement>({
  begins = false,
  isBusy = false,
} = {}): Opened<Opener> {
  const [isOpen, setIsOpen] = useState(begins)
  const opener = useRef<Opener>(null)
  const left = useRef<Element | null>(null)
  // At each drawing: what had the focus may go only once the change is read again.
  useEffect(() => {
    const was = left.current
    const now = document.activeElement
    if (was === null || isOpen || isBusy || (now === was && now !== document.body)) return
    left.current = null
    // Whoever went on elsewhere meanwhile stays there.
    if (now === document.body) opener.current?.focus()
  })
  // What goes may be drawn by another component alone.
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const leave = () => {
    left.current = document.activeElement
    drawAgain()
  }
  const goes = useCallback((shown: HTMLElement | null) => {
    // It is let go of while it still stands there.
    return () => {
      if (shown?.contains(document.activeElement)) left.current = document.activeElement
    }
  }, [])
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => {
      leave()
      setIsOpen(false)
    },
    opener,
    leave,
    goes,
  }
}
