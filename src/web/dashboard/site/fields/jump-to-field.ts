/** The id of a field's input in the page. */
export const fieldId = (path: string): string => `field-${path}`

/** Opens what a field is folded into, scrolls to it and puts the cursor there; false where it is not on screen. */
export function jumpToField(path: string): boolean {
  const input = document.getElementById(fieldId(path)) ?? nearest(path)
  if (!input) return false
  for (let fold = foldOf(input); fold; fold = foldOf(fold.parentElement)) unfold(fold)
  input.scrollIntoView({ block: 'center' })
  const target = input.matches('[id]')
    ? input
    : (input.querySelector<HTMLElement>('summary, button, input') ?? input)
  target.focus({ preventScroll: true })
  return true
}

const foldOf = (element: HTMLElement | null) => element?.closest<HTMLElement>('details, [data-fold]') ?? null

function unfold(fold: HTMLElement): void {
  if (fold instanceof HTMLDetailsElement) fold.open = true
  else if (fold.hidden) {
    document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(fold.id)}"]`)?.click()
    // The cursor goes inside before the page is drawn again.
    fold.hidden = false
  }
}

// A problem of a whole list or group is shown at its heading.
function nearest(path: string): HTMLElement | null {
  for (let way = path; way.includes('.'); way = way.slice(0, way.lastIndexOf('.'))) {
    const found = document.querySelector<HTMLElement>(`[data-part="${CSS.escape(way)}"]`)
    if (found) return found
  }
  return null
}
