import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const USUAL = 16

/**
 * The width of an element in whole pixels, kept current, 0 until it is there; and how large the page's letters are against
 * the usual size, as what is drawn beside them has to leave them room.
 */
export function useWidth<E extends HTMLElement>(): [
  ref: RefObject<E | null>,
  width: number,
  letters: number,
] {
  const ref = useRef<E>(null)
  const [{ width, letters }, setSize] = useState({ width: 0, letters: 1 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const now = { width: Math.floor(element.clientWidth), letters: size / USUAL || 1 }
      setSize((before) => (before.width === now.width && before.letters === now.letters ? before : now))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width, letters]
}
