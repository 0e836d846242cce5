import type { Unsaved } from './kept-in-tab.ts'

const forgetters: (() => void)[] = []

/**
 * Keeps what is being typed in forms that ask for secrets, by a key each, so that no slip takes it away: in the page's own
 * memory, for no secret goes into a browser's storage. It ends with the page, and by signing out.
 */
export function keptInPage<Typed>(): (key: string) => Unsaved<Typed> {
  const kept = new Map<string, Typed>()
  forgetters.push(() => kept.clear())
  return (key) => ({
    read: () => kept.get(key),
    write: (typed) => void kept.set(key, typed),
    forget: () => void kept.delete(key),
  })
}

/** Forgets what is being typed in every such form. */
export function forgetKeptInPage(): void {
  for (const forget of forgetters) forget()
}
