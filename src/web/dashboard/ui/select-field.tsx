import { useId } from 'react'
import { fieldLook } from './field-look.ts'

/** A choice among a few with its label above; `onChange` receives the chosen option's own value. */
export function SelectField<Value extends string | number>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** Each value, and the words that stand for it. */
  options: readonly (readonly [value: Value, words: string])[]
}) {
  const { label, value, onChange, options } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block text-sm text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const [chosen] = options[currentTarget.selectedIndex] ?? []
          if (chosen !== undefined) onChange(chosen)
        }}
        className={`${fieldLook} mt-1`}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
