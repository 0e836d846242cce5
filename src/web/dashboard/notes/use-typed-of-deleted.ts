import { useEffect, useRef } from 'react'
import type { Note } from '#contract/notes.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { unsavedNote } from './unsaved-typing.ts'

/**
 * Where another window deletes a note that is being changed here, what was typed goes on as a new one, which `onMoved`
 * shows.
 */
export function useTypedOfDeleted(leadId: string, notes: Note[] | undefined, onMoved: () => void): void {
  const before = useRef<Note[]>([])
  useEffect(() => {
    if (!notes) return
    const gone = before.current.filter(({ id }) => notes.every((note) => note.id !== id))
    before.current = notes
    const typed = gone.flatMap(({ id }) => unsavedNote(leadId, id).read()?.text ?? [])
    if (typed.length === 0) return
    for (const { id } of gone) unsavedNote(leadId, id).forget()
    const begun = unsavedNote(leadId, null).read()?.text ?? ''
    const text = [begun, ...typed].filter((part) => part !== '').join('\n\n')
    unsavedNote(leadId, null).write({ text, of: '' })
    showToast({ title: 'The note was deleted elsewhere', message: 'What you typed goes on as a new note.' })
    onMoved()
  }, [leadId, notes, onMoved])
}
