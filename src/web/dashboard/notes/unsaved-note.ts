const keyOf = (leadId: string, noteId: string | null) => `leadline.note.${leadId}.${noteId ?? 'new'}`

/**
 * What is being typed about a lead, as a new note or in place of the one named: kept for this tab of the browser until
 * it is saved or dropped, so that no slip, nor the end of a session, takes it away.
 */
export const unsavedNote = {
  read(leadId: string, noteId: string | null): string | undefined {
    try {
      return sessionStorage.getItem(keyOf(leadId, noteId)) ?? undefined
    } catch {
      // A browser that refuses storage keeps it for as long as the form is open.
      return undefined
    }
  },
  write(leadId: string, noteId: string | null, text: string): void {
    try {
      sessionStorage.setItem(keyOf(leadId, noteId), text)
    } catch {
      // As above.
    }
  },
  forget(leadId: string, noteId: string | null): void {
    try {
      sessionStorage.removeItem(keyOf(leadId, noteId))
    } catch {
      // As above.
    }
  },
}
