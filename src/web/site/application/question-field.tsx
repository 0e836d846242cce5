import type { ReactNode } from 'react'
import { idsToChoose, longestAnswer, type Question } from '#contract/application-form.ts'
import type { ApplicationFormProps } from './application-props.ts'
import { fieldName } from './typed-answers.ts'

type Words = ApplicationFormProps['words']
type FieldProps = {
  question: Question
  words: Words
  value: string | string[] | undefined
  error: string | undefined
  /** Whether the browser itself asks for an answer, where no script does. */
  isRequired: boolean
  /** Beside the question where it is not for everybody. */
  note?: ReactNode
}

const inputs = {
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'off' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  short: {},
  number: { inputMode: 'decimal', autoComplete: 'off' },
  date: { type: 'date' },
  link: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'off', spellCheck: false },
} as const

const idOf = ({ id }: Question): string => `application-${id}`

function Choices({ question, words, value, error, isRequired, note }: FieldProps) {
  const { kind, label, help, required, low, high, lowText, highText } = question
  const id = idOf(question)
  const isSeveral = kind === 'several'
  const isScale = kind === 'scale'
  const ids = isScale
    ? Array.from({ length: Math.max(0, high - low) + 1 }, (_, at) => String(low + at))
    : idsToChoose(question)
  const said = (choice: string): string => {
    if (kind === 'yesno') return choice === 'yes' ? words.yes : words.no
    return isScale ? choice : (question.options.find((option) => option.id === choice)?.label ?? choice)
  }
  const chosen = Array.isArray(value) ? value : [value ?? '']
  const how = isScale || kind === 'yesno' ? '' : isSeveral ? words.chooseAny : words.choose
  return (
    <fieldset className={`question question-${kind}`} aria-describedby={`${id}-help ${id}-error`}>
      <legend>
        {label}
        {!required && <span className="question-may-stay-open"> ({words.optional})</span>}
      </legend>
      {note}
      <p className="question-help" id={`${id}-help`}>
        {help}
        {help && how && <br />}
        {how}
      </p>
      <div className="question-options" data-steps={isScale ? ids.length : undefined}>
        {ids.map((choice) => (
          <label key={choice} className="question-option">
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name={fieldName(question)}
              value={choice}
              defaultChecked={chosen.includes(choice)}
              required={isRequired && !isSeveral}
              aria-invalid={error ? true : undefined}
            />
            <span>{said(choice)}</span>
          </label>
        ))}
      </div>
      {isScale && (lowText || highText) && (
        <p className="question-ends">
          <span>{lowText}</span>
          <span>{highText}</span>
        </p>
      )}
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </fieldset>
  )
}

/**
 * One question with its words above and its error below. What is typed stays the browser's own, so that nothing typed
 * before the page came to life is lost.
 */
export function QuestionField(props: FieldProps) {
  const { question, words, value, error, isRequired, note } = props
  const { kind } = question
  if (kind === 'choice' || kind === 'several' || kind === 'yesno' || kind === 'scale')
    return <Choices {...props} />
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
