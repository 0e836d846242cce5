/** What is being typed in one form, while it is neither saved nor dropped. */
type Unsaved<Typed> = { read(): Typed | undefined; write(typed: Typed): void; forget(): void }

// Where a browser refuses storage, it is there for as long as the form is open.
function keptInTab<Typed>(key: string, isTyped: (value: unknown) => value is Typed): Unsaved<Typed> {
  const where = `leadline.${key}`
  return {
    read() {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(where) ?? 'null')
        return isTyped(kept) ? kept : undefined
      } catch {
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

const isText = (value: unknown): value is string => typeof value === 'string'

const isStep = (value: unknown): value is { text: string; dueOn: string } =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'dueOn' in value &&
  isText(value.text) &&
  isText(value.dueOn)

/**
 * What is being typed about a lead, as a new note or in place of the one named: kept for this tab of the browser until
 * it is saved or dropped, so that no slip, nor the end of a session, takes it away.
 */
export const unsavedNote = (leadId: string, noteId: string | null) =>
  keptInTab(`note.${leadId}.${noteId ?? 'new'}`, isText)

/** The next step that is being typed about a lead, kept as a note is. */
export const unsavedStep = (leadId: string) => keptInTab(`next-step.${leadId}`, isStep)
