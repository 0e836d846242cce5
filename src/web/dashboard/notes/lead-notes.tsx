import { type FormEvent, useCallback, useId, useState } from 'react'
import type { Note } from '#contract/notes.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { LeadTags } from './lead-tags.tsx'
import { NextStepOf } from './next-step.tsx'
import { unsavedNote } from './unsaved-typing.ts'
import { useDeleteNote, useNotes, useSaveNote } from './use-notes.ts'
import { useTypedOfDeleted } from './use-typed-of-deleted.ts'

// More would push the journey out of sight; the others are a press away.
const SHOWN = 3

type NoteFormProps = { leadId: string; note: Note | null; onDone: () => void }

function NoteForm({ leadId, note, onDone }: NoteFormProps) {
  const id = useId()
  const noteId = note?.id ?? null
  const now = note?.text ?? ''
  const [begun] = useState(() => unsavedNote(leadId, noteId).read() ?? { text: now, of: now })
  const [text, setText] = useState(begun.text)
  const save = useSaveNote(leadId, noteId, onDone)
  const change = (typed: string) => {
    setText(typed)
    if (typed === now) unsavedNote(leadId, noteId).forget()
    else unsavedNote(leadId, noteId).write({ text: typed, of: begun.of })
  }
  const cancel = () => {
    unsavedNote(leadId, noteId).forget()
    onDone()
  }
  const told =
    save.error && !isSignedOut(save.error)
      ? (save.error instanceof CallFailed && save.error.fields.text) || sentenceOf(save.error)
      : null
  return (
    <form
      className="mt-2 space-y-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate({ text, inPlaceOf: now })
      }}
    >
      <div>
        <label htmlFor={id} className="block text-sm text-ink-2">
          Note
        </label>
        <textarea
          id={id}
          value={text}
          rows={4}
          maxLength={5000}
          readOnly={save.isPending}
          // biome-ignore lint/a11y/noAutofocus: it stands in place of the button that was pressed.
          autoFocus
          onChange={(event) => change(event.currentTarget.value)}
          className={`${fieldLook} mt-1 py-2`}
        />
      </div>
      {now !== begun.of && now !== text && !save.isPending && <ChangedMeanwhile what="This note" now={now} />}
      <FormEnd
        problem={told}
        isSending={save.isPending}
        words={{ send: 'Save', sending: 'Saving…' }}
        onCancel={cancel}
      />
    </form>
  )
}

const isBeingTyped = (leadId: string, noteId: string | null) =>
  unsavedNote(leadId, noteId).read() !== undefined

type NoteItemProps = { leadId: string; note: Note; tz: string; onDelete: () => void }

function NoteItem({ leadId, note, tz, onDelete }: NoteItemProps) {
  const form = useOpened({ begins: isBeingTyped(leadId, note.id) })
  const [isSure, setIsSure] = useState(false)
  const remove = useDeleteNote(leadId)
  if (form.isOpen)
    return (
      <li className="border-b border-line py-2">
        <NoteForm leadId={leadId} note={note} onDone={form.close} />
      </li>
    )
  return (
    <li className="border-b border-line py-2">
      <p className="text-sm break-words whitespace-pre-wrap">{note.text}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-3">
        <span>
          <Moment at={note.changedAt ?? note.writtenAt} tz={tz} />
          {note.changedAt && ', changed'}
        </span>
        <span className="flex">
          <Button ref={form.opener} look="quiet" onClick={form.open}>
            Edit<span className="sr-only"> the note</span>
          </Button>
          <Button
            look={isSure ? 'danger' : 'quiet'}
            disabled={remove.isPending}
            onBlur={() => setIsSure(false)}
            onClick={() => {
              if (!isSure) return setIsSure(true)
              onDelete()
              remove.mutate(note.id)
            }}
          >
            {isSure ? 'Really delete' : 'Delete'}
            <span className="sr-only"> the note</span>
          </Button>
        </span>
      </div>
    </li>
  )
}

/** What the owner keeps of a lead: what is next, tags, and notes. */
export function LeadNotes({ leadId }: { leadId: string }) {
  const { tz } = useAddress()
  const { data, error, refetch } = useNotes(leadId)
  const adding = useOpened({ begins: isBeingTyped(leadId, null) })
  const [isWhole, setIsWhole] = useState(false)
  // A form that is open already begins anew with what came to it.
  const [moved, setMoved] = useState(0)
  const { open } = adding
  const showMoved = useCallback(() => {
    setMoved((times) => times + 1)
    open()
  }, [open])
  useTypedOfDeleted(leadId, data?.notes, showMoved)
  if (!data)
    return error ? (
      <FailedPart what="Notes and the next step" error={error} retry={() => void refetch()} />
    ) : (
      <div className="skeleton mb-6 h-16" />
    )
  const { notes, nextStep } = data
  const isShort = !isWhole && !notes.slice(SHOWN).some(({ id }) => isBeingTyped(leadId, id))
  const shown = isShort ? notes.slice(0, SHOWN) : notes
  return (
    <section aria-label="Notes and next step" className="mb-6 border-y border-line py-2">
      <NextStepOf leadId={leadId} step={nextStep} />
      <LeadTags leadId={leadId} />
      {shown.length > 0 && (
        <ul aria-label="Notes" className="mt-2 border-t border-line">
          {shown.map((note) => (
            <NoteItem key={note.id} leadId={leadId} note={note} tz={tz} onDelete={adding.leave} />
          ))}
        </ul>
      )}
      {adding.isOpen ? (
        <NoteForm key={moved} leadId={leadId} note={null} onDone={adding.close} />
      ) : (
        <div className="flex flex-wrap gap-x-2">
          <Button ref={adding.opener} look="quiet" className="-ml-3" onClick={adding.open}>
            Add a note
          </Button>
          {notes.length > shown.length && (
            <Button look="quiet" onClick={() => setIsWhole(true)}>
              All {notes.length} notes
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
