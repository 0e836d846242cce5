import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const asStep = (value: unknown): { text: string; dueOn: string } | undefined => {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('dueOn' in value))
    return undefined
  const { text, dueOn } = value
  return typeof text === 'string' && typeof dueOn === 'string' ? { text, dueOn } : undefined
}

/** What is being typed about a lead, as a new note or in place of the one named: kept until it is saved or dropped. */
export const unsavedNote = (leadId: string, noteId: string | null) =>
  keptInTab(`note.${leadId}.${noteId ?? 'new'}`, asText)

/** The next step that is being typed about a lead, kept as a note is. */
export const unsavedStep = (leadId: string) => keptInTab(`next-step.${leadId}`, asStep)
