import './popover.css'
import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'

type PopoverProps = {
  /** What the button shows. */
  button: ReactNode
  /** The panel's name for screen readers. */
  label: string
  className?: string
  /** The panel's content; `close` closes it and gives focus back to the button. */
  children: (close: () => void) => ReactNode
  onOpenChange?: (open: boolean) => void
}

function place(panel: HTMLElement, button: HTMLElement): void {
  const { left, right, bottom } = button.getBoundingClientRect()
  const phone = window.matchMedia('(max-width: 47.99rem)').matches
  panel.style.top = phone ? '' : `${bottom + 6}px`
  // Left of the middle a panel under the right edge would leave the window.
  const isLeft = left + right < document.documentElement.clientWidth
  panel.style.left = phone || !isLeft ? '' : `${Math.max(8, left)}px`
  panel.style.right = phone
    ? ''
    : isLeft
      ? 'auto'
      : `${Math.max(8, document.documentElement.clientWidth - right)}px`
  panel.style.maxHeight = phone ? '' : `${window.innerHeight - bottom - 16}px`
}

/**
 * A button with a panel under its outer edge (on phones: a sheet from below). The browser's own popover
 * closes it by Escape and by a press elsewhere.
 */
export function Popover({ button, label, className = '', children, onOpenChange }: PopoverProps) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const close = () => panelRef.current?.hidePopover()

  const follow = (event: ToggleEvent<HTMLDivElement>) => {
    const open = event.newState === 'open'
    if (open && buttonRef.current) place(event.currentTarget, buttonRef.current)
    onOpenChange?.(open)
  }

  return (
    <>
      <button ref={buttonRef} type="button" popoverTarget={id} className={className}>
        {button}
      </button>
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="popover"
        onBeforeToggle={follow}
      >
        {children(close)}
      </div>
    </>
  )
}
