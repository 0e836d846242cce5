import type { MouseEvent } from 'react'

/**
 * Takes a link's click over from the browser, except where the visitor has asked for another tab or window with it.
 */
export const whenPlain = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
