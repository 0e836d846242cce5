import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerProblem, Answers, Question } from '#contract/application-form.ts'
import { walk } from '#contract/application-way.ts'
import { problemSentence } from '#contract/application-words.ts'
import { useKnownLead } from '#web/site/lead-dialog/use-known-lead.ts'
import { type ApplicationFormProps, contactOf, formOf } from './application-props.ts'
import { answersIn } from './typed-answers.ts'
import { useBegun } from './use-begun.ts'
import { useFieldInView } from './use-field-in-view.ts'
import { useQuestionSteps } from './use-question-steps.ts'
import { useSending } from './use-sending.ts'

const UNWRITTEN = '.question-other[aria-invalid]'
const FIELD =
  '.question :is(input:checked, textarea, input:not([type="radio"], [type="checkbox"], .question-other)), .question input'

/** Everything a visitor can do with the application form, one question after the other. */
export function useApplicationForm(props: ApplicationFormProps, first: Answers) {
  const { questions, words, version, page, isPreview = false } = props
  const form = useRef<HTMLFormElement>(null)
  useFieldInView(form)
  const [wishesCall, setWishesCall] = useState(false)
  const known = useKnownLead(isPreview)
  const [wasKept, setWasKept] = useState(false)
  const [filled, setFilled] = useState(0)
  const [isCorrecting, setCorrecting] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const [asks, setAsks] = useState(0)
  const wayOf = (all: Answers) => walk(formOf(questions), all)

  const { begun, keeping, add } = useBegun({ page, version, isPreview }, first, (kept) => {
    setWasKept(true)
    setFilled((times) => times + 1)
    const asked = wayOf(kept).questions
    place.begin((asked.find(({ id }) => kept[id] === undefined) ?? asked.at(-1))?.id)
  })
  // What a lead form gave is not asked again.
  const given = useMemo(() => {
    const entries = questions.flatMap((question) => {
      const contact = contactOf(question)
      return contact && known?.[contact] ? [[question.id, known[contact]] as const] : []
    })
    return Object.fromEntries(entries)
  }, [questions, known])
  const isGiven = ({ id }: Question): boolean =>
    !isCorrecting && given[id] !== undefined && begun.answers[id] === undefined
  const answers: Answers = { ...given, ...begun.answers }
  const way = wayOf(answers)
  const steps = way.questions.filter((question) => !isGiven(question))
  const place = useQuestionSteps(
    steps.map(({ id }) => id),
    isPreview,
  )
  const question = steps[place.at]

  // Whoever has just arrived stays where they are; whoever goes on is led into the next question.
  const turns = place.moves + asks
  useEffect(() => {
    const find = (field: string) => form.current?.querySelector<HTMLElement>(field)
    if (turns > 0) (find(UNWRITTEN) ?? find(FIELD))?.focus()
  }, [turns])

  const objectTo = (wrong: Record<string, string>): void => {
    const firstWrong = way.questions.find(({ id }) => wrong[id])
    if (firstWrong && isGiven(firstWrong)) setCorrecting(true)
    setErrors(wrong)
    if (firstWrong) place.go(firstWrong.id)
    setAsks((times) => times + 1)
  }
  const inWords = (problems: Record<string, AnswerProblem>): Record<string, string> =>
    Object.fromEntries(Object.entries(problems).map(([id, problem]) => [id, problemSentence(problem, words)]))
  const sending = useSending(props, keeping, objectTo)

  return {
    form,
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
    onInput(event: FormEvent<HTMLFormElement>) {
      const field = event.target
      if (field instanceof HTMLInputElement && field.name === 'callConsent') setWishesCall(field.checked)
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
        void sending.send({ responseId, answers: all, website, callConsent: wishesCall })
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
