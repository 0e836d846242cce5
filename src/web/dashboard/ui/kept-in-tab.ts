/** What is being typed in one form, while it is neither saved nor dropped. */
export type Unsaved<Typed> = { read(): Typed | undefined; write(typed: Typed): void; forget(): void }

/**
 * Keeps what is being typed in a form for this tab of the browser, so that no slip, nor the end of a session, takes it
 * away; `read` says what of that it still understands.
 */
export function keptInTab<Typed>(key: string, read: (value: unknown) => Typed | undefined): Unsaved<Typed> {
  const where = `leadline.${key}`
  return {
    read() {
      try {
        return read(JSON.parse(sessionStorage.getItem(where) ?? 'null'))
      } catch {
        // Where a browser refuses storage, it is there for as long as the form is open.
        return undefined
      }
    },
    write(typed) {
      try {
        sessionStorage.setItem(where, JSON.stringify(typed))
      } catch {
        // It stays in the form.
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(where)
      } catch {
        // It stays in the form.
      }
    },
  }
}
