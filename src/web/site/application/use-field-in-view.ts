import { type RefObject, useEffect } from 'react'

/** Keeps the field that is typed into in sight, with what it scrolls clear of, when a keyboard takes room from the window. */
export function useFieldInView(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const follow = () => {
      const field = document.activeElement
      if (field instanceof HTMLElement && form.current?.contains(field) && field.matches('input, textarea'))
        field.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('resize', follow)
    // Where the keyboard lies over the page, only what is seen of it changes its size.
    visualViewport?.addEventListener('resize', follow)
    return () => {
      removeEventListener('resize', follow)
      visualViewport?.removeEventListener('resize', follow)
    }
  }, [form])
}
