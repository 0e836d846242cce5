import './toasts.css'
import { X } from 'lucide-react'
import * as RadixToast from 'radix-ui/toast'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { useTopDialog } from '#web/dashboard/ui/top-dialog.ts'
import { currentToast, dismissToast, onToastChange } from './toast-store.ts'

const actionLook =
  'inline-flex min-h-11 min-w-11 items-center text-sm font-medium text-accent-ink hover:underline md:min-h-8'

/**
 * Shows the current toast for 5 s; a swipe of 50 px to the right takes it away, F8 goes to it
 * (docs/spec.md, 'Notices').
 */
export function Toasts() {
  const toast = useSyncExternalStore(onToastChange, currentToast)
  // Behind an open dialog a notice would be covered, silent and out of reach.
  const place = useTopDialog() ?? document.body
  return (
    <RadixToast.Provider
      // What is taken away under a mouse or with the focus leaves the provider paused: no later notice would go by itself.
      key={toast ? 'notice' : 'none'}
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={place}
    >
      {toast && (
        <RadixToast.Root
          key={toast.revision}
          open
          type={toast.bad ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(toast.revision)}
          className="toast flex items-start gap-3 rounded-md border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-floating"
        >
          <div className="min-w-0 flex-1 py-1.5">
            <RadixToast.Title className={`text-sm font-medium break-words ${toast.bad ? 'text-danger' : ''}`}>
              {toast.title}
            </RadixToast.Title>
            {toast.message && (
              <RadixToast.Description className="mt-0.5 text-sm break-words text-ink-2">
                {toast.message}
              </RadixToast.Description>
            )}
            {(toast.link || toast.action) && (
              <div className="-mb-1.5 flex gap-5">
                {toast.link && (
                  <RadixToast.Action asChild altText={`${toast.link.label}: ${toast.link.href}`}>
                    <a href={toast.link.href} target="_blank" rel="noopener" className={actionLook}>
                      {toast.link.label}
                    </a>
                  </RadixToast.Action>
                )}
                {toast.action && (
                  <RadixToast.Action asChild altText={toast.action.label}>
                    <button type="button" onClick={toast.action.press} className={actionLook}>
                      {toast.action.label}
                    </button>
                  </RadixToast.Action>
                )}
              </div>
            )}
          </div>
          <RadixToast.Close asChild>
            <IconButton label="Dismiss">
              <X size={16} aria-hidden="true" />
            </IconButton>
          </RadixToast.Close>
        </RadixToast.Root>
      )}
      {createPortal(
        // Out of the way of what is being done: at the foot, beside drawers and buttons, and never over the bar at the foot
        // of a view; on a phone with a sheet open above, which no sheet reaches.
        <RadixToast.Viewport
          hotkey={['F8']}
          className="fixed left-0 z-50 m-0 w-full max-w-96 list-none p-4 outline-none empty:p-0 max-md:max-w-none max-md:p-2 max-md:in-[dialog]:top-0 md:bottom-0 max-md:not-in-[dialog]:bottom-0 in-[body:has([data-foot])]:not-in-[dialog]:bottom-15 md:in-[body:has([data-foot])]:bottom-15"
        />,
        place,
      )}
    </RadixToast.Provider>
  )
}
