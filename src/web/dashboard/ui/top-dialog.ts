import { useSyncExternalStore } from 'react'

const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const tellAll = () => {
  for (const tell of listeners) tell()
}

/** Counts a modal dialog as open until the returned function is called; the last one opened is on top. */
export function enterTop(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  tellAll()
  return () => {
    open.splice(open.lastIndexOf(dialog), 1)
    tellAll()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The modal dialog on top, or null: while one is open, nothing outside it can be seen, heard or pressed. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(subscribe, () => open.at(-1) ?? null)
