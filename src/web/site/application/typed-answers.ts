import { type Answers, type Question, tidyAnswer } from '#contract/application-form.ts'

/** The name of a question's field in the form. */
export const fieldName = ({ id }: Question): string => `q.${id}`

/** The answers in a form's fields, to those of the questions that stand there. */
export function answersIn(form: HTMLFormElement, questions: Question[]): Answers {
  const data = new FormData(form)
  return Object.fromEntries(
    questions
      .filter((question) => form.elements.namedItem(fieldName(question)) !== null)
      .map((question) => {
        const name = fieldName(question)
        return [
          question.id,
          tidyAnswer(question, question.kind === 'several' ? data.getAll(name) : data.get(name)),
        ]
      }),
  )
}

/** What was typed into a form before its page came to life. */
export const typedBefore = (form: HTMLFormElement | null, questions: Question[]): Answers =>
  Object.fromEntries(
    Object.entries(form ? answersIn(form, questions) : {}).filter(([, answer]) => answer.length > 0),
  )
