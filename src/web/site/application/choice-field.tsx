import { useRef } from 'react'
import { choiceLabel, idsToChoose, longestOther, OTHER, offersOther } from '#contract/application-form.ts'
import type { QuestionProps } from './application-props.ts'
import { fieldName, idOf, otherFieldName } from './typed-answers.ts'

/**
 * A question that is answered by choosing. Whoever chooses something else than its options writes what, in a field right
 * below: whoever presses it is led there, whoever moves about among the answers is not.
 */
export function ChoiceField(props: QuestionProps) {
  const { question, words, value, written, error, isRequired, note } = props
  const { kind, label, help, required, low, high, lowText, highText } = question
  const field = useRef<HTMLInputElement>(null)
  const isMovingAbout = useRef(false)
  const id = idOf(question)
  const isSeveral = kind === 'several'
  const isScale = kind === 'scale'
  const ids = isScale
    ? Array.from({ length: Math.max(0, high - low) + 1 }, (_, at) => String(low + at))
    : idsToChoose(question)
  const said = (choice: string): string => {
    if (kind === 'yesno') return choice === 'yes' ? words.yes : words.no
    return isScale ? choice : choiceLabel(question, choice)
  }
  const chosen = Array.isArray(value) ? value : [value ?? '']
  const how = isScale || kind === 'yesno' ? '' : isSeveral ? words.chooseAny : words.choose
  // Once it is chosen, only what was written can be wrong.
  const isUnwritten = error !== undefined && chosen.includes(OTHER)
  return (
    <fieldset
      className={`question question-${kind}`}
      aria-describedby={`${id}-help ${id}-error`}
      onKeyDown={({ key }) => {
        isMovingAbout.current = key.startsWith('Arrow')
      }}
      onPointerDown={() => {
        isMovingAbout.current = false
      }}
    >
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
              aria-invalid={error !== undefined && !isUnwritten ? true : undefined}
              onChange={({ currentTarget }) => {
                if (choice === OTHER && currentTarget.checked && !isMovingAbout.current)
                  field.current?.focus()
              }}
            />
            <span id={`${id}-${choice}`}>{said(choice)}</span>
          </label>
        ))}
      </div>
      {offersOther(question) && (
        <input
          ref={field}
          type="text"
          className="question-other"
          name={otherFieldName(question)}
          aria-labelledby={`${id}-${OTHER}`}
          aria-describedby={`${id}-error`}
          aria-invalid={isUnwritten ? true : undefined}
          defaultValue={written}
          placeholder={words.written}
          maxLength={longestOther}
          enterKeyHint="next"
        />
      )}
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
