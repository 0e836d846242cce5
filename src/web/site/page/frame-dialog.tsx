import type { ReactNode } from 'react'
import type { FragmentDialog } from '#web/site/island/use-dialog.ts'

/** A tall dialog around another site's form or calendar: a bar with its title and a close button, and its content. */
export function FrameDialog(props: {
  id: string
  title: string
  close: string
  /** What else stands in the bar. */
  beside?: ReactNode
  /** What opens and closes it. */
  state?: FragmentDialog
  children: ReactNode
}) {
  const { id, title, close, beside, state, children } = props
  return (
    <dialog id={id} className="frame-dialog" aria-labelledby={`${id}-title`} {...state?.dialog}>
      <div className="frame-dialog-bar">
        <h2 id={`${id}-title`}>{title}</h2>
        {beside}
        <button type="button" className="frame-dialog-close" aria-label={close} onClick={state?.close}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  )
}
