import { type RefObject, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Another screen begins at its top, and one that is gone back to where it was left. Whoever came from a link that
 * is no longer there goes on from the screen's own element; whoever was led to a field of it stays at that field.
 */
export function useKeptScroll(page: string, screen: RefObject<HTMLElement | null>): void {
  const left = useRef(new Map<string, number>())
  const shown = useRef(page)
  const isBack = useNavigationType() === 'POP'

  useEffect(() => {
    const keep = () => left.current.set(shown.current, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [])

  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // Whoever was led to a field is there already.
    const held = document.activeElement
    if (held !== screen.current && screen.current?.contains(held)) return
    window.scrollTo(0, isBack ? (left.current.get(page) ?? 0) : 0)
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true })
  }, [page, isBack, screen])
}
