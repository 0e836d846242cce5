import type { FastifyInstance } from 'fastify'
import { notesApi } from '#contract/notes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  deleteNextStep,
  deleteNote,
  insertNote,
  readNextStep,
  readNote,
  readNotes,
  updateNote,
  writeNextStep,
} from './store.ts'

const noLead = () => new Refusal('not-found', 'There is no such lead.')
const noNote = () => new Refusal('not-found', 'There is no such note.')
const noteChanged = () =>
  new Refusal('conflict', 'The note was changed meanwhile. Have a look at what it says now.')
const changedMeanwhile = () =>
  new Refusal('conflict', 'The next step was changed meanwhile. Have a look at the new one.')

/** The owner's calls about notes and next steps; those about what is due stand with the lists. */
export function noteRoutes(
  app: FastifyInstance,
  parts: {
    ownerGate: OwnerGate
    database: Database
    clock: Clock
    newId: NewId
    live: Pick<Live, 'changed'>
  },
): void {
  const { database, clock, newId, live } = parts
  const lead = (id: string): string => {
    if (!isId(id)) throw noLead()
    return id
  }
  const changed = <Answer>(answer: Answer): Answer => {
    live.changed('leads')
    return answer
  }
  const { 'GET /api/next-steps': _, ...own } = notesApi
  serve(app, own, parts.ownerGate, {
    'GET /api/leads/:leadId/notes': async ({ leadId }) => ({
      notes: await readNotes(database, lead(leadId)),
      nextStep: await readNextStep(database, leadId),
    }),
    'POST /api/leads/:leadId/notes': async ({ leadId, noteId: id = newId(), text }) => {
      const note = await insertNote(database, { id, leadId: lead(leadId), text, at: clock.now() })
      if (!note) throw noLead()
      return changed(note)
    },
    'PUT /api/leads/:leadId/notes/:noteId': async ({ leadId, noteId, text, inPlaceOf }) => {
      if (!isId(noteId)) throw noNote()
      const asked = { id: noteId, leadId: lead(leadId), text, inPlaceOf, at: clock.now() }
      const note = await updateNote(database, asked)
      if (!note) throw (await readNote(database, leadId, noteId)) ? noteChanged() : noNote()
      return changed(note)
    },
    'DELETE /api/leads/:leadId/notes/:noteId': async ({ leadId, noteId }) => {
      if (isId(noteId)) await deleteNote(database, lead(leadId), noteId)
      return changed({ success: true as const })
    },
    'PUT /api/leads/:leadId/next-step': async ({ leadId, text, dueOn, inPlaceOf }) => {
      const asked = { leadId: lead(leadId), text, dueOn, inPlaceOf, at: clock.now() }
      const step = await writeNextStep(database, asked)
      if (!step) throw (await readNextStep(database, leadId)) ? changedMeanwhile() : noLead()
      return changed(step)
    },
    'DELETE /api/leads/:leadId/next-step': async ({ leadId, ...meant }) => {
      const isDeleted = await deleteNextStep(database, lead(leadId), meant)
      if (!isDeleted && (await readNextStep(database, leadId))) throw changedMeanwhile()
      return changed({ success: true as const })
    },
  })
}
