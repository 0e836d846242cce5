const keyOf = (leadId: string) => `leadline.next-step.${leadId}`

type Typed = { text: string; dueOn: string }

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'dueOn' in value &&
  typeof value.text === 'string' &&
  typeof value.dueOn === 'string'

/** The next step that is being typed about a lead, kept as a note is: see `unsavedNote`. */
export const unsavedStep = {
  read(leadId: string): Typed | undefined {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? 'null')
      return isTyped(kept) ? kept : undefined
    } catch {
      // A browser that refuses storage keeps it for as long as the form is open.
      return undefined
    }
  },
  write(leadId: string, typed: Typed): void {
    try {
      sessionStorage.setItem(keyOf(leadId), JSON.stringify(typed))
    } catch {
      // As above.
    }
  },
  forget(leadId: string): void {
    try {
      sessionStorage.removeItem(keyOf(leadId))
    } catch {
      // As above.
    }
  },
}
