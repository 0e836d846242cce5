/** A notice: its title, and where there is more to say, a message, a page to open in a new tab, and something to do. */
export type Notice = {
  title: string
  message?: string
  bad?: boolean
  link?: { href: string; label: string }
  action?: { label: string; press: () => void }
}

/** The one toast that may be on screen; `revision` changes with every new or changed notice. */
export type Toast = Notice & { revision: number }

let current: Toast | null = null
let revision = 0
const listeners = new Set<() => void>()

function set(next: Toast | null): void {
  current = next
  for (const tell of listeners) tell()
}

/** The toast on screen, or null. */
export const currentToast = (): Toast | null => current

/** Calls the listener whenever the toast changes, until the returned function is called. */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the toast away, if it is still the one of that revision. */
export function dismissToast(ofRevision: number): void {
  if (current?.revision === ofRevision) set(null)
}

/**
 * Shows a notice in place of the one before: at most one is visible (docs/spec.md, 'Notices'). `update` changes it
 * as long as no other has taken its place, and shows it again once it is gone.
 */
export function showToast(notice: Notice) {
  revision += 1
  let shown = revision
  set({ ...notice, revision: shown })
  return {
    update(changed: Notice): void {
      if (current && current.revision !== shown) return
      revision += 1
      shown = revision
      set({ ...changed, revision: shown })
    },
    dismiss: () => dismissToast(shown),
  }
}
