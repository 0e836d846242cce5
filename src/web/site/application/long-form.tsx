import type { RefObject } from 'react'
import { type ApplicationFormProps, contactOf } from './application-props.ts'
import { Agreement, Trap } from './form-ends.tsx'
import { QuestionField } from './question-field.tsx'
import { fieldName, otherFieldName } from './typed-answers.ts'

/** The whole form at once, as it works without scripts: it posts by itself, and comes back with what is to be mended. */
export function LongForm(props: ApplicationFormProps & { form: RefObject<HTMLFormElement | null> }) {
  const { questions, words, version, page, consent, returned } = props
  const lastContact = [...questions].reverse().find(contactOf)
  return (
    <form
      ref={props.form}
      className="application-form application-long"
      method="post"
      action="/api/application"
    >
      {returned?.alert && (
        <p className="application-alert" role="alert">
          {returned.alert}
        </p>
      )}
      {questions.map((question) => {
        const name = fieldName(question)
        const value = returned?.values[name]
        return (
          <div key={question.id} className="application-part">
            <QuestionField
              question={question}
              words={words}
              value={question.kind === 'several' ? value?.split('\n') : value}
              written={returned?.values[otherFieldName(question)]}
              error={returned?.errors[name]}
              isRequired={question.required && question.onlyIf.length === 0}
              note={question.onlyIf.length > 0 && <p className="question-note">{words.onlyIf}</p>}
            />
            {question === lastContact && (
              <Agreement
                consent={consent}
                withNumber={questions.some(({ kind }) => kind === 'phone')}
                isTicked={returned?.values.callConsent === 'on'}
              />
            )}
          </div>
        )
      })}
      <Trap />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="consentVersion" value={consent.version} />
      {Object.entries(returned?.advert ?? {}).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button className="button application-send" type="submit">
        {words.send}
      </button>
    </form>
  )
}
