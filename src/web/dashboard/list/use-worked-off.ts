import { useCallback, useEffect, useRef } from 'react'

const rowsOf = (list: Element | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? []),
]

/**
 * Where the focus goes on in a list that is worked off, row by row: what is done takes its row away, and the focus with it.
 * The row in its place gets it, and once none is left the heading. `ids` are those of the rows, undefined while they are not
 * known; rows and heading need a `tabIndex` of -1.
 */
export function useWorkedOff(ids: string[] | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef(-1)
  const shown = ids?.join(' ')
  useEffect(() => {
    if (shown === undefined || place.current < 0 || document.activeElement !== document.body) return
    const rows = rowsOf(list.current)
    const next = rows[Math.min(place.current, rows.length - 1)] ?? heading.current
    // From the heading on it has no say in what comes: a row that gets the focus says its place itself.
    place.current = -1
    next?.focus()
  }, [shown])
  // React itself hears nothing while it takes a dialog away, which gives the focus back to its row.
  const follow = useCallback((shownList: HTMLUListElement) => {
    const come = ({ target }: FocusEvent) => {
      place.current = rowsOf(shownList).findIndex((row) => target instanceof Node && row.contains(target))
    }
    const go = ({ relatedTarget }: FocusEvent) => {
      // Where it went on to another part of the page, by hand, the list has no say in it.
      if (relatedTarget) place.current = -1
    }
    list.current = shownList
    shownList.addEventListener('focusin', come)
    shownList.addEventListener('focusout', go)
    return () => {
      list.current = null
      shownList.removeEventListener('focusin', come)
      shownList.removeEventListener('focusout', go)
    }
  }, [])
  return { heading, list: { ref: follow } }
}
