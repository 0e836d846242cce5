import { type Answers, otherTextKey, type Question, tidyAnswer } from '#contract/application-form.ts'

/** The name of a question's field in the form. */
export const fieldName = ({ id }: Question): string => `q.${id}`

/** The name of the field for what is written instead of an option. */
export const otherFieldName = (question: Question): string => `q.${otherTextKey(question)}`

/** What the ids of a question's elements begin with. */
export const idOf = ({ id }: Question): string => `application-${id}`

/**
 * The answers in a form's fields, to those of the questions that stand there. What was once written instead of an option
 * is among them, chosen or not: whoever comes back to it finds it.
 */
export function answersIn(form: HTMLFormElement, questions: Question[]): Answers {
  const data = new FormData(form)
  return Object.fromEntries(
    questions
      .filter((question) => form.elements.namedItem(fieldName(question)) !== null)
      .flatMap((question) => {
        const name = fieldName(question)
        const answer = tidyAnswer(question, question.kind === 'several' ? data.getAll(name) : data.get(name))
        const written = data.get(otherFieldName(question))
        return [
          [question.id, answer] as const,
          ...(typeof written === 'string' ? [[otherTextKey(question), written.trim()] as const] : []),
        ]
      }),
  )
}

/** A field of a question: something to type into, or one answer to choose. */
export type AnswerField = HTMLInputElement | HTMLTextAreaElement

/** The fields of a form's questions, in their order; not those of consent and trap. */
export const fieldsOf = (form: HTMLFormElement): AnswerField[] =>
  [...form.elements].filter(
    (field): field is AnswerField =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.name.startsWith('q.'),
  )

/** Whether a field is chosen and not typed into. */
export const isChoice = ({ type }: AnswerField): boolean => type === 'radio' || type === 'checkbox'

/** What was done in a form before its page came to life: its answers, and whether the call was wished for. */
export type Before = { answers: Answers; wishesCall: boolean }

/** Reads what was done in a form before its page came to life. */
export function doneBefore(form: HTMLFormElement | null, questions: Question[]): Before {
  const answers = Object.entries(form ? answersIn(form, questions) : {}).filter(
    ([, answer]) => answer.length > 0,
  )
  const call = form?.elements.namedItem('callConsent')
  return {
    answers: Object.fromEntries(answers),
    wishesCall: call instanceof HTMLInputElement && call.checked,
  }
}
