import { markStep, pushStep, stepHere } from './entry-memory.ts'

/** What the visitor pressed, and when, in milliseconds since the page was opened. */
export type Press = { on: Element; at: number }

/** Some embedded browsers take no step back: how long one may take until it counts as not taken. */
export const BACK_WITHIN_MS = 1000

const alive = new Set<string>()
const listeners = new Set<() => void>()

let last: Press | undefined
let opening: { fragment: string; by: Press | undefined } | undefined
// Set while a step back is under way: it ends the wait for one that is not taken.
let untaken: ReturnType<typeof setTimeout> | undefined

function moved(): void {
  clearTimeout(untaken)
  untaken = undefined
  for (const listener of listeners) listener()
}

/** Calls back whenever the address's fragment may have changed, until the function it returns is called. */
export function onFragment(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that from now on links to a fragment open it here, without the browser's own jump to it. */
export function takeLinks(fragment: string): () => void {
  alive.add(fragment)
  return () => alive.delete(fragment)
}

/** The press that led to a fragment: what its dialog opens from and gives the focus back to. */
export const openerOf = (fragment: string): Press | undefined =>
  opening?.fragment === fragment ? opening.by : undefined

/** Opens what a fragment names, as following a link to it does: one step of the tab's history. */
export function openStep(fragment: string): void {
  if (location.hash === fragment) return
  opening = { fragment, by: last }
  if (pushStep(fragment)) moved()
  else location.hash = fragment
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Gives the focus back to the field that somebody types in while its dialog is shown by the address alone: as a page comes in,
 * the browser may jump to the fragment once more, and takes the focus to the dialog as a whole.
 */
function holdTyping(): void {
  // Somebody may have begun before this came.
  let held = document.activeElement ?? undefined
  // Whoever presses beside the field wants to leave it.
  addEventListener(
    'pointerdown',
    () => {
      held = undefined
    },
    { capture: true },
  )
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const isJump = target instanceof HTMLDialogElement && !target.open && target.matches(':target')
    if (!isJump) held = target
    else if (held instanceof HTMLElement && target.contains(held)) held.focus({ preventScroll: true })
  })
}

/** From now on a fragment that the visitor follows is known as a step of this page, which Back can undo. */
export function watchSteps(): void {
  holdTyping()
  const pressed = ({ target }: Event) => (target instanceof Element ? target.closest('a, button') : null)
  addEventListener(
    'click',
    (event) => {
      const on = pressed(event)
      if (!on) return
      last = { on, at: performance.now() }
      const fragment = on.getAttribute('href')
      if (fragment?.startsWith('#')) opening = { fragment, by: last }
    },
    { capture: true },
  )
  addEventListener('click', (event) => {
    const fragment = pressed(event)?.getAttribute('href')
    if (!fragment || !alive.has(fragment) || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    openStep(fragment)
  })
  addEventListener('hashchange', () => {
    if (stepHere() === undefined) markStep(location.hash)
    moved()
  })
  addEventListener('popstate', moved)
  addEventListener('pageshow', moved)
}

// Inside a frame a step back could be one of the page around it.
const isOwnStep = (): boolean => window.top === window && stepHere() === location.hash

/** Closes what the address's fragment has opened: by the step back where it was a step of this page and `mayGoBack`. */
export function closeStep(mayGoBack = true): void {
  if (untaken !== undefined) return
  if (!mayGoBack || !isOwnStep()) {
    takeStepAway()
    return
  }
  untaken = setTimeout(takeStepAway, BACK_WITHIN_MS)
  history.back()
}

function takeStepAway(): void {
  // Only a move to another fragment ends `:target`, which would keep a sheet on the page once it is closed.
  location.replace('#closed')
  try {
    history.replaceState(history.state, '', location.pathname + location.search)
  } catch {
    // Some embedded browsers forbid it; whoever sent a form is led on all the same.
  }
  moved()
}

/**
 * Goes on to another page, so that Back from there returns to this one with its dialog closed. `from` is what was sent: a form
 * in a dialog, which may have been closed meanwhile, or one of a page's own, which Back passes by.
 */
export function leaveFor(address: string, from: Element | null): void {
  if (location.hash === '' && from?.closest('dialog:not([open])')) {
    location.assign(address)
    return
  }
  // Without a fragment the page is a form that came back: returning to it would send it again.
  if (isOwnStep() || location.hash === '') {
    location.replace(address)
    return
  }
  closeStep()
  location.assign(address)
}
