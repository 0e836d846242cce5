import { useId } from 'react'
import { fieldLook } from './field-look.ts'
import { FieldNote } from './field-note.tsx'

type TextFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  note?: string
  problem?: string | undefined
  maxLength: number
  placeholder?: string
  className?: string
  /** A password is hidden, and no browser fills one in. */
  type?: 'text' | 'password'
  /** Where the form stands in place of the button that was pressed. */
  autoFocus?: boolean
}

/** A line of text with its label above, and below it a note or what is wrong with it. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onChange,
    note,
    problem,
    maxLength,
    placeholder,
    className = '',
    type = 'text',
    autoFocus = false,
  } = props
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        type={type}
        // biome-ignore lint/a11y/noAutofocus: only where whoever shows it asks for it.
        autoFocus={autoFocus}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        aria-invalid={problem !== undefined}
        aria-describedby={note || problem ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${fieldLook} mt-1`}
      />
      <FieldNote id={`${id}-note`} note={note} problem={problem} />
    </div>
  )
}
