import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { type Answers, otherTextKey } from '#contract/application-form.ts'
import { isSecondPress } from '#web/site/browser/second-press.ts'
import { type ApplicationFormProps, contactOf } from './application-props.ts'
import { Agreement, Trap } from './form-ends.tsx'
import { QuestionField } from './question-field.tsx'
import type { Before } from './typed-answers.ts'
import { useApplicationForm } from './use-application-form.ts'

const filled = (text: string, n: number, of: number): string =>
  text.replaceAll('{n}', String(n)).replaceAll('{of}', String(of))

const textIn = (answers: Answers, key: string): string | undefined => {
  const text = answers[key]
  return typeof text === 'string' ? text : undefined
}

const NOTHING: Before = { answers: {}, wishesCall: false }

type StepFormProps = ApplicationFormProps & {
  /** What was done in the whole form before. */
  before?: Before
  form?: RefObject<HTMLFormElement | null>
}

/** The form one question at a time. */
export function StepForm(props: StepFormProps) {
  const { words, consent } = props
  const ownForm = useRef<HTMLFormElement>(null)
  const form = props.form ?? ownForm
  const state = useApplicationForm(props, props.before ?? NOTHING, form)
  const { question, number, count, isLast } = state
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  const shown = question?.id
  useEffect(() => {
    if (shown) shownAt.current = performance.now()
  }, [shown])
  // The second of two presses was meant for the question before: here it would skip one that nobody has seen, or send.
  const leaveOut = (event: MouseEvent) => {
    if (!isSecondPress(event, shownAt.current)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const goBack = () => {
    // The browser's step back is not there at once: until then a second press would take another one.
    shownAt.current = performance.now()
    state.back()
  }
  if (!question) return null
  const progress = filled(words.progress, number, count)
  const isOpen = !question.required && (state.answers[question.id] ?? '').length === 0
  return (
    <form
      className="application-form application-steps"
      data-begins={number === 1 || undefined}
      method="post"
      action="/api/application"
      noValidate
      ref={form}
      onSubmit={state.onSubmit}
      onInput={state.onInput}
      onClickCapture={leaveOut}
      onFocus={state.onFocus}
    >
      <div className="application-progress">
        <p aria-live="polite">{progress}</p>
        <div
          role="progressbar"
          aria-label={progress}
          aria-valuemin={0}
          aria-valuemax={count}
          aria-valuenow={number}
        >
          <span className="application-bar" style={{ transform: `scaleX(${number / count})` }} />
        </div>
      </div>
      {state.wasKept && (
        <p className="application-kept" role="status">
          {words.kept}
        </p>
      )}
      {number === 1 && state.given.length > 0 && (
        <div className="application-known">
          <p>
            <span className="application-known-title">{words.known}</span>{' '}
            {state.given.map((detail, at) => (
              <span key={detail}>
                <bdi>{detail}</bdi>
                {at < state.given.length - 1 && '\u00a0·\u00a0'}
              </span>
            ))}
          </p>
          <button type="button" className="application-link" onClick={state.correct}>
            {words.correct}
          </button>
        </div>
      )}
      <p className="application-alert" role="alert">
        {state.alert}
        {state.isPreviewed && (
          <span className="application-previewed">
            This is a preview: your form works, and nothing was sent.{' '}
            <a href="/api/site/preview?path=%2Fthankyoucallc">Go on as a visitor would</a>
          </span>
        )}
      </p>
      <div className="application-part" key={`${question.id} ${state.filled}`}>
        <QuestionField
          question={question}
          words={words}
          value={state.answers[question.id]}
          written={textIn(state.answers, otherTextKey(question))}
          error={state.errors[question.id]}
          isRequired={false}
        />
        {contactOf(question) && (
          <Agreement consent={consent} withNumber={question.kind === 'phone'} isTicked={state.wishesCall} />
        )}
      </div>
      <Trap />
      <div className="application-buttons">
        {number > 1 && (
          <button className="button button-quiet" type="button" onClick={goBack}>
            {words.back}
          </button>
        )}
        <button className="button application-send" type="submit" aria-disabled={state.isSending}>
          {state.isSending ? words.busy : isLast ? words.send : isOpen ? words.skip : words.next}
        </button>
      </div>
    </form>
  )
}
