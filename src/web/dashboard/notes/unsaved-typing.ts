import { z } from 'zod'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'

// `of` is what stood there when the typing began; it may be something else by now.
const Note = z.object({ text: z.string(), of: z.string() })
const Step = z.object({ text: z.string(), dueOn: z.string(), of: z.string() })

/** What is being typed about a lead, as a new note or in place of the one named: kept until it is saved or dropped. */
export const unsavedNote = (leadId: string, noteId: string | null) =>
  keptInTab(`note.${leadId}.${noteId ?? 'new'}`, (value) => Note.safeParse(value).data)

/** The tag that is being typed for a lead, kept as a note is. */
export const unsavedTag = (leadId: string) =>
  keptInTab(`lead-tag.${leadId}`, (value) => z.string().safeParse(value).data)

/** The next step that is being typed about a lead, kept as a note is. */
export const unsavedStep = (leadId: string) =>
  keptInTab(`next-step.${leadId}`, (value) => Step.safeParse(value).data)
