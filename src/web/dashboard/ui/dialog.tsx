import './dialog.css'
import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import { enterTop } from './top-dialog.ts'

type DialogProps = {
  title: ReactNode
  /** A side panel for details, a card for everything short; on phones both rise from below. */
  shape: 'panel' | 'card'
  onClose: () => void
  children: ReactNode
}

// The page behind keeps its width while its scrollbar is gone.
function keepPageWidth(): void {
  if (document.querySelector('dialog:modal')) return
  const root = document.documentElement
  const width = window.innerWidth - root.getBoundingClientRect().width
  root.style.setProperty('--scrollbar-width', `${Math.max(0, width)}px`)
}

// A panel is taller than what stands in it, so its own empty ground is the target of a press as the backdrop is.
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  return target === currentTarget && !isInside
}

/**
 * A modal dialog that is open while it is mounted. Escape, the backdrop and its button close it; focus goes
 * back to where it came from.
 */
export function Dialog({ title, shape, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Text that is selected from inside may be let go of over the backdrop.
  const beganOnBackdrop = useRef(false)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    keepPageWidth()
    dialog.showModal()
    const leaveTop = enterTop(dialog)
    return () => {
      leaveTop()
      dialog.close()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is a pointer's way out; Escape is the keyboard's.
    <dialog
      ref={ref}
      data-shape={shape}
      aria-labelledby={titleId}
      className="dialog"
      // A close event may arrive late, from before React showed the dialog again in development.
      onClose={() => !ref.current?.open && onClose()}
      onPointerDown={(event) => {
        beganOnBackdrop.current = isOnBackdrop(event)
      }}
      onClick={(event) => beganOnBackdrop.current && isOnBackdrop(event) && event.currentTarget.close()}
    >
      <div className="sticky top-0 z-20 flex items-center justify-between gap-3 border-b border-line bg-surface py-1.5 pr-2 pl-4 md:py-3 md:pr-3 md:pl-6">
        <h2 id={titleId} className="min-w-0 text-base font-semibold break-words">
          {title}
        </h2>
        <IconButton label="Close" onClick={() => ref.current?.close()}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="px-4 pt-4 pb-8 md:px-6">{children}</div>
    </dialog>
  )
}
