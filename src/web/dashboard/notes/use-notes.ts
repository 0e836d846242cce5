import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NextStep } from '#contract/next-step.ts'
import { randomId } from '#contract/random-id.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { unsavedNote } from './unsaved-typing.ts'

/** What the owner wrote about a lead, and what is to be done next. */
export const useNotes = (leadId: string) => useQuery(reading('GET /api/leads/:leadId/notes', { leadId }))

/** Adds a note, or changes the one named; tried again after an answer that was lost, it adds no second one. */
export function useSaveNote(leadId: string, noteId: string | null, after: () => void) {
  const [newNoteId] = useState(randomId)
  return useChange({
    // Named, as another device may have changed it.
    make: async ({ text, inPlaceOf }: { text: string; inPlaceOf: string }) => {
      if (noteId === null) await call('POST /api/leads/:leadId/notes', { leadId, noteId: newNoteId, text })
      else await call('PUT /api/leads/:leadId/notes/:noteId', { leadId, noteId, text, inPlaceOf })
      unsavedNote(leadId, noteId).forget()
    },
    renews: ['leads'],
    after,
  })
}

/** Deletes a note. */
export const useDeleteNote = (leadId: string) =>
  useChange({
    make: async (noteId: string) => {
      await call('DELETE /api/leads/:leadId/notes/:noteId', { leadId, noteId })
      unsavedNote(leadId, noteId).forget()
    },
    failed: 'Failed to delete the note',
    renews: ['leads'],
  })

/** Says what is to be done next and by which day. */
export const useSaveNextStep = (leadId: string, after: (saved: NextStep) => void) =>
  useChange({
    make: (step: NextStep & { inPlaceOf: NextStep | null }) =>
      call('PUT /api/leads/:leadId/next-step', { leadId, ...step }),
    renews: ['leads'],
    after: (_answer, step) => after(step),
  })

/** The next step that is shown is done, or dropped. */
export const useEndNextStep = (leadId: string) =>
  useChange({
    // Named, as another one may have been set elsewhere.
    make: ({ text, dueOn }: NextStep) => call('DELETE /api/leads/:leadId/next-step', { leadId, text, dueOn }),
    done: { title: 'Done' },
    failed: 'Failed to end the next step',
    renews: ['leads'],
  })
