import { longestAnswer } from '#contract/application-form.ts'
import type { QuestionProps } from './application-props.ts'
import { ChoiceField } from './choice-field.tsx'
import { fieldName, idOf } from './typed-answers.ts'

const inputs = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'off' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  short: {},
  number: { inputMode: 'decimal', autoComplete: 'off' },
  date: { type: 'date' },
  link: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'off', spellCheck: false },
} as const

/**
 * One question with its words above and its error below. What is typed stays the browser's own, so that nothing typed
 * before the page came to life is lost.
 */
export function QuestionField(props: QuestionProps) {
  const { question, words, value, error, isRequired, note } = props
  const { kind } = question
  if (kind === 'choice' || kind === 'several' || kind === 'yesno' || kind === 'scale')
    return <ChoiceField {...props} />
  const id = idOf(question)
  const common = {
    id,
    name: fieldName(question),
    defaultValue: Array.isArray(value) ? value.join(', ') : (value ?? ''),
    required: isRequired,
    maxLength: longestAnswer[kind],
    'aria-describedby': `${id}-help ${id}-error`,
    'aria-invalid': error ? (true as const) : undefined,
  }
  return (
    <div className={`question question-${kind}`}>
      <label htmlFor={id}>
        {question.label}
        {!question.required && <span className="question-may-stay-open"> ({words.optional})</span>}
      </label>
      {note}
      <p className="question-help" id={`${id}-help`}>
        {question.help}
      </p>
      {kind === 'long' ? (
        <textarea {...common} rows={5} />
      ) : (
        <input type="text" {...inputs[kind]} {...common} enterKeyHint="next" />
      )}
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}
