import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { fieldLook } from './field-look.ts'
import { FieldNote } from './field-note.tsx'
import { withTyped } from './typed-entry.ts'

type EntriesFieldProps = {
  label: string
  note?: string
  /** What one entry is called, for the buttons: 'page'. */
  noun: string
  placeholder: string
  entries: string[]
  onChange: (entries: string[]) => void
  /** What is in the field and not added yet. */
  typed: string
  onTyped: (typed: string) => void
  /** Makes an entry of what is typed. */
  read?: (text: string) => string
  maxLength: number
  problem?: string
}

/**
 * A field for several short texts: Enter or the button adds what is typed, and whoever sends the form counts it as
 * added (`withTyped`): nothing moves when the field is left, so that no tap misses. Each entry has a button that takes
 * it out.
 */
export function EntriesField(props: EntriesFieldProps) {
  const { label, note, noun, placeholder, entries, onChange, typed, onTyped, read, maxLength, problem } =
    props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [removed, setRemoved] = useState(0)
  // The button that took an entry out goes with it.
  useEffect(() => {
    if (removed > 0) (list.current ?? input.current)?.focus()
  }, [removed])
  const add = () => {
    const all = withTyped(entries, typed, read)
    onTyped('')
    if (all !== entries) onChange(all)
  }
  return (
    <div>
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <div className="mt-1 flex gap-2">
        <input
          ref={input}
          id={id}
          value={typed}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={note || problem ? `${id}-note` : undefined}
          onChange={(event) => onTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter sends the form only from an empty field.
            if (typed !== '') event.preventDefault()
            add()
          }}
          className={fieldLook}
        />
        <Button onClick={add} disabled={typed.trim() === ''}>
          Add
        </Button>
      </div>
      <FieldNote id={`${id}-note`} note={note} problem={problem} />
      {entries.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={label} className="mt-2 flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li
              key={entry}
              className="inline-flex max-w-full items-center rounded-sm border border-line-strong bg-sunken pl-2.5 text-sm"
            >
              <span className="min-w-0 break-all">{entry}</span>
              <button
                type="button"
                aria-label={`Remove the ${noun} ${entry}`}
                onClick={() => {
                  onChange(entries.filter((one) => one !== entry))
                  setRemoved((times) => times + 1)
                }}
                className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink-2 hover:text-ink md:size-8"
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
