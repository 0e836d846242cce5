import type { FieldName } from './lead-words.ts'

const keyboards = {
  name: { type: 'text', autoComplete: 'name', inputMode: 'text', autoCapitalize: 'words', maxLength: 200 },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', autoCapitalize: 'off', maxLength: 254 },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', autoCapitalize: 'off', maxLength: 40 },
} as const

/**
 * A field with its label above and its error beside it. What the visitor types stays the browser's own, so nothing
 * typed before the page came to life is lost; a `value` that comes to be known fills it as long as it is untouched.
 */
export function LeadField(props: {
  name: FieldName
  label: string
  value: string
  error: string | undefined
  isLast: boolean
}) {
  const { name, label, value, error, isLast } = props
  const id = `lead-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        required
        {...keyboards[name]}
        enterKeyHint={isLast ? 'send' : 'next'}
        defaultValue={value}
        aria-describedby={`${id}-error`}
        aria-invalid={error ? true : undefined}
      />
      <p className="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  )
}
