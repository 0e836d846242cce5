import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import { fieldLook } from './field-look.ts'

type EntriesFieldProps = {
  label: string
  note?: string
  /** What one entry is called, for the buttons: 'page'. */
  noun: string
  placeholder: string
  entries: string[]
  onChange: (entries: string[]) => void
  maxLength: number
  problem?: string
}

/**
 * A field for several short texts: Enter, the button or leaving the field adds what is typed; each entry has a button
 * that takes it out. Blank entries and repetitions are ignored.
 */
export function EntriesField(props: EntriesFieldProps) {
  const { label, note, noun, placeholder, entries, onChange, maxLength, problem } = props
  const [text, setText] = useState('')
  const id = useId()
  const add = () => {
    const entry = text.trim()
    setText('')
    if (entry !== '' && !entries.includes(entry)) onChange([...entries, entry])
  }
  return (
    <div>
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <div className="mt-1 flex gap-2">
        <input
          id={id}
          value={text}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={note || problem ? `${id}-note` : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter sends the form only from an empty field.
            if (text !== '') event.preventDefault()
            add()
          }}
          className={fieldLook}
        />
        <Button onClick={add} disabled={text.trim() === ''}>
          Add
        </Button>
      </div>
      {(note || problem) && (
        <p
          id={`${id}-note`}
          role={problem ? 'alert' : undefined}
          className={`mt-1 text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}
        >
          {problem ?? note}
        </p>
      )}
      {entries.length > 0 && (
        <ul aria-label={label} className="mt-2 flex flex-wrap gap-2">
          {entries.map((entry) => (
            <li
              key={entry}
              className="inline-flex max-w-full items-center rounded-sm border border-line-strong bg-sunken pl-2.5 text-sm"
            >
              <span className="min-w-0 break-all">{entry}</span>
              <button
                type="button"
                aria-label={`Remove the ${noun} ${entry}`}
                onClick={() => onChange(entries.filter((one) => one !== entry))}
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
