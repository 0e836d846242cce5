import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { type AnswerProblem, type Answers, ownValue, type Question } from '#contract/application-form.ts'
import { walk } from '#contract/application-way.ts'
import { problemSentence } from '#contract/application-words.ts'
import { useKnownLead } from '#web/site/lead-dialog/use-known-lead.ts'
import { type ApplicationFormProps, contactOf, formOf } from './application-props.ts'
import { onForgottenElsewhere } from './kept-answers.ts'
import { type AnswerField, answersIn, type Before, fieldsOf, isChoice } from './typed-answers.ts'
import { useBegun } from './use-begun.ts'
import { useFieldInView } from './use-field-in-view.ts'
import { useQuestionSteps } from './use-question-steps.ts'
import { useSending } from './use-sending.ts'

/** Where whoever is led to a question begins: what is to be written, the answer that is chosen, else the first field. */
function beginOf(form: HTMLFormElement): AnswerField | undefined {
  const fields = fieldsOf(form)
  return (
    fields.find((field) => !isChoice(field) && field.hasAttribute('aria-invalid')) ??
    fields.find((field) => field instanceof HTMLInputElement && field.type === 'radio' && field.checked) ??
    fields[0]
  )
}

/** Everything a visitor can do with the application form, one question after the other. */
export function useApplicationForm(
  props: ApplicationFormProps,
  before: Before,
  form: RefObject<HTMLFormElement | null>,
) {
  const { questions, words, version, page, consent, isPreview = false } = props
  useFieldInView(form)
  const known = useKnownLead(isPreview)
  const [wasKept, setWasKept] = useState(false)
  const [kept, setKept] = useState<Answers>()
  const [filled, setFilled] = useState(0)
  const [isCorrecting, setCorrecting] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [asks, setAsks] = useState(0)
  const [entered, setEntered] = useState<string>()
  const wayOf = (all: Answers) => walk(formOf(questions), all)

  const first = { answers: before.answers, ...(before.wishesCall && { callWish: consent.version }) }
  const takeKept = (answers: Answers) => {
    setWasKept(true)
    setKept(answers)
    const hasBegun = begun.revision > 0
    if (hasBegun) place.stay()
    if (hasBegun && question && ownValue(begun.answers, question.id) !== undefined) return
    setFilled((times) => times + 1)
    if (hasBegun) setAsks((times) => times + 1)
  }
  const takeElsewhere = () => {
    place.stay()
    setFilled((times) => times + 1)
    // What had the focus is drawn anew.
    if (document.activeElement?.closest('.application-part')) setAsks((times) => times + 1)
  }
  const { begun, keeping, renew, add } = useBegun(
    { page, version, isPreview },
    first,
    takeKept,
    takeElsewhere,
  )
  // What was agreed to in other words than those that stand here now is not agreed to.
  const wishesCall = begun.callWish === consent.version
  // What a lead form gave is not asked again.
  const given = useMemo(() => {
    const entries = questions.flatMap((question) => {
      const contact = contactOf(question)
      return contact && known?.[contact] ? [[question.id, known[contact]] as const] : []
    })
    return Object.fromEntries(entries)
  }, [questions, known])
  // Nor is a question taken away whose field somebody is in, as where it is known only now who this is.
  const isGiven = ({ id }: Question): boolean =>
    !isCorrecting && id !== entered && given[id] !== undefined && begun.answers[id] === undefined
  const answers: Answers = { ...given, ...begun.answers }
  const way = wayOf(answers)
  const steps = way.questions.filter((question) => !isGiven(question))
  // Looked for among what is still asked: who this is may be known only after what was kept.
  const goesOnAt =
    kept && (steps.find(({ id }) => ownValue(kept, id) === undefined) ?? steps[steps.length - 1])
  const place = useQuestionSteps(
    steps.map(({ id }) => id),
    { begin: goesOnAt?.id, isMute: isPreview, form },
  )
  const question = steps[place.at]

  // Whoever has just arrived stays where they are; whoever goes on is led into the next question.
  const turns = place.moves + asks
  useEffect(() => {
    if (turns === 0 || !form.current) return
    beginOf(form.current)?.focus()
    // Below a long list of answers it would stand out of sight.
    form.current.querySelector('.field-error:not(:empty)')?.scrollIntoView({ block: 'nearest' })
  }, [turns, form])

  const objectTo = (wrong: Record<string, string>): void => {
    const firstWrong = way.questions.find(({ id }) => wrong[id])
    if (firstWrong && isGiven(firstWrong)) setCorrecting(true)
    setErrors(wrong)
    if (firstWrong) place.go(firstWrong.id)
    setAsks((times) => times + 1)
  }
  const inWords = (problems: Record<string, AnswerProblem>): Record<string, string> =>
    Object.fromEntries(Object.entries(problems).map(([id, problem]) => [id, problemSentence(problem, words)]))
  const sending = useSending(props, form, keeping, {
    onObjections: objectTo,
    onSent(then) {
      renew()
      place.end(then)
    },
  })

  const sentElsewhere = useEffectEvent(() => {
    sending.sentBefore({ responseId: begun.responseId, answers, callConsent: wishesCall })
    renew()
  })
  useEffect(() => (isPreview ? undefined : onForgottenElsewhere(() => sentElsewhere())), [isPreview])

  return {
    question,
    /** What is known of this person already and not asked again. */
    given: way.questions.filter(isGiven).map(({ id }) => String(answers[id])),
    answers,
    errors,
    ...sending.shown,
    wasKept,
    /** How often fields were filled with what was kept: those drawn before begin anew. */
    filled,
    wishesCall,
    number: place.at + 1,
    count: steps.length,
    isLast: place.at === steps.length - 1,
    onFocus({ target }: FocusEvent) {
      if (target.matches('input, textarea')) setEntered(question?.id)
    },
    onInput(event: FormEvent<HTMLFormElement>) {
      const field = event.target
      if (field instanceof HTMLInputElement && field.name === 'callConsent')
        add({}, field.checked ? consent.version : '')
      else {
        setErrors({})
        setWasKept(false)
        add(answersIn(event.currentTarget, question ? [question] : []))
      }
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (sending.shown.isSending || !question) return
      const all = { ...given, ...add(answersIn(event.currentTarget, [question])) }
      const now = wayOf(all)
      const problem = now.problems[question.id]
      sending.hush()
      if (problem) {
        objectTo(inWords({ [question.id]: problem }))
        return
      }
      setErrors({})
      const left = now.questions.filter((one) => !isGiven(one))
      const next = left[left.findIndex(({ id }) => id === question.id) + 1]
      if (next) {
        keeping.flush()
        place.go(next.id)
      } else if (Object.keys(now.problems).length > 0) {
        sending.complain(words.invalid)
        objectTo(inWords(now.problems))
      } else {
        const website = String(new FormData(event.currentTarget).get('website') ?? '')
        const { responseId } = begun
        void sending.send({ responseId, answers: all, website, callConsent: wishesCall }, kept !== undefined)
      }
    },
    back() {
      setErrors({})
      place.back()
    },
    correct() {
      setCorrecting(true)
      const contact = way.questions.find(contactOf)
      if (contact) place.go(contact.id)
    },
  }
}
