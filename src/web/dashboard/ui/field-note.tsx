type FieldNoteProps = { id: string; note: string | undefined; problem: string | undefined }

/** What stands below a field: what is wrong with it, else a note; nothing where there is neither. */
export function FieldNote({ id, note, problem }: FieldNoteProps) {
  if (!note && !problem) return null
  return (
    <p
      id={id}
      role={problem ? 'alert' : undefined}
      className={`mt-1 text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}
    >
      {problem ?? note}
    </p>
  )
}
