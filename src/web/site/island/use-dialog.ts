import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { closeStep, openerOf, type Press, takeLinks } from '#web/site/browser/dialog-step.ts'
import { isSecondPress } from '#web/site/browser/second-press.ts'
import { useFragment } from './use-fragment.ts'

/** A dialog that is open while the address has its fragment, and what its element needs for that. */
export type FragmentDialog = {
  isOpen: boolean
  /** Whether the page is alive: until then links, forms and `:target` do the work. */
  isAlive: boolean
  /** Whether this browser knows modal dialogs. */
  canOpen(): boolean
  close(): void
  dialog: {
    ref: RefObject<HTMLDialogElement | null>
    onCancel(event: SyntheticEvent<HTMLDialogElement>): void
    onClose(event: SyntheticEvent<HTMLDialogElement>): void
    onClickCapture(event: MouseEvent<HTMLDialogElement>): void
    onClick(event: SyntheticEvent<HTMLDialogElement>): void
  }
}

/** What a dialog does when it opens and closes. */
type Turns = {
  /** Another site's page stands in it, whose steps are steps of the tab too: it closes without a step back. */
  holdsFrame?: boolean
  /** The page arrived with it open, whatever its address. */
  isOpenFirst?: boolean
  /** `hasFocus` where the visitor was already at work in it. */
  onOpen?(by: Press | undefined, hasFocus: boolean): void
  onClosed?(): void
  /** What it holds has steps of the tab's history of its own: goes back over them, and then on. */
  leave?(then: () => void): void
}

const focus = (element: EventTarget | null | undefined): void => {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true })
}

/**
 * Keeps the focus where it is inside a dialog until the visitor does something there: the browser may finish its own
 * jump to the fragment after the dialog has opened, and moves the focus to the dialog as a whole with it.
 */
function holdFocus(dialog: HTMLDialogElement): () => void {
  let held: EventTarget | null = null
  const hold = ({ target }: Event) => {
    if (target === dialog) focus(held)
    else held = target
  }
  const letGo = () => dialog.removeEventListener('focusin', hold)
  dialog.addEventListener('focusin', hold)
  for (const act of ['pointerdown', 'keydown']) dialog.addEventListener(act, letGo, { once: true })
  return letGo
}

/**
 * Opens a `<dialog>` as a modal one while the address's fragment names it. Button, Escape, a press beside it and the
 * system's Back all close it by the same step back, and the focus returns to what opened it.
 */
export function useDialog(fragment: string, turns: Turns = {}): FragmentDialog {
  const ref = useRef<HTMLDialogElement>(null)
  const here = useFragment()
  const [isFirst, setFirst] = useState(turns.isOpenFirst === true)
  const isAlive = here !== undefined
  const isOpen = here === fragment || (isAlive && isFirst)
  const now = useRef(turns)
  now.current = turns
  const openedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    // A browser without modal dialogs shows it by `:target`, to which only its own jump leads.
    if (ref.current?.showModal) return takeLinks(fragment)
  }, [fragment])

  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog?.showModal) return
    const by = openerOf(fragment)
    const { activeElement } = document
    // Following a link to it has moved the focus to the dialog as a whole.
    const inside = activeElement !== dialog && dialog.contains(activeElement) ? activeElement : null
    if (dialog.open) dialog.close()
    const letGo = holdFocus(dialog)
    dialog.showModal()
    openedAt.current = performance.now()
    focus(inside)
    now.current.onOpen?.(by, inside !== null)
    return () => {
      letGo()
      dialog.close()
      now.current.onClosed?.()
      focus(by?.on)
    }
  }, [isOpen, fragment])

  const close = () => {
    setFirst(false)
    if (location.hash !== fragment) return
    const end = () => closeStep(now.current.holdsFrame !== true)
    if (now.current.leave) now.current.leave(end)
    else end()
  }
  return {
    isOpen,
    isAlive,
    canOpen: () => typeof ref.current?.showModal === 'function',
    close,
    dialog: {
      ref,
      onCancel(event) {
        if (event.target !== ref.current) return
        event.preventDefault()
        close()
      },
      // A browser may close it without asking; the address follows.
      onClose(event) {
        if (event.target === ref.current && isOpen && !ref.current.open) close()
      },
      // Whoever presses twice to open it closes nothing, and agrees to nothing, that lies under the finger by then.
      onClickCapture(event) {
        if (!isSecondPress(event, openedAt.current)) return
        event.preventDefault()
        event.stopPropagation()
      },
      onClick(event) {
        if (event.target === ref.current) close()
      },
    },
  }
}
