import {
  type Answers,
  type ApplicationForm,
  answerText,
  longestAnswer,
  longestOther,
  otherTextKey,
  tidyAnswer,
  tidyOther,
} from '#contract/application-form.ts'
import { type Way, walk } from '#contract/application-way.ts'
import { problemSentence } from '#contract/application-words.ts'
import type { ApplicationContent } from '#contract/site-content-application.ts'
import type { Queryable } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findForm } from './response-store.ts'

/** The form as pages show it now, names filled in, and the name of its wording. */
export type ShownForm = { content: ApplicationContent; version: string }

/** The wording that somebody had before them: the one they name where it is known, today's otherwise. */
export async function formShown(
  database: Queryable,
  { content, version }: ShownForm,
  named: string | undefined,
): Promise<{ form: ApplicationForm; version: string }> {
  const today = { form: content, version }
  if (named === undefined || named === version) return today
  const earlier = await findForm(database, named)
  return earlier ? { form: earlier, version: named } : today
}

/** What may be kept of unfinished answers: those to questions of the form, no longer than these take. */
export function keptAnswers(form: ApplicationForm, given: Answers): Answers {
  return Object.fromEntries(
    form.questions.flatMap((question) => {
      const { id, kind } = question
      const answer = tidyAnswer(question, Object.hasOwn(given, id) ? given[id] : undefined)
      const isKept = answer.length > 0 && (Array.isArray(answer) || answer.length <= longestAnswer[kind])
      if (!isKept) return []
      const written = tidyOther(question, answer, given)
      const isWritten = written !== '' && written.length <= longestOther
      return [[id, answer] as const, ...(isWritten ? [[otherTextKey(question), written] as const] : [])]
    }),
  )
}

/** All that was answered in the words of the form, a line each, to be searched. */
export const wordsOf = (form: ApplicationForm, answers: Answers): string =>
  form.questions
    .map((question) => answerText(question, answers))
    .filter(Boolean)
    .join('\n')

/** The way of a whole application; refused with a sentence for each answer that cannot be taken. */
export function wholeWay(form: ApplicationForm, given: Answers, words: ApplicationContent['words']): Way {
  const way = walk(form, given)
  const fields = Object.fromEntries(
    Object.entries(way.problems).map(([id, problem]) => [`q.${id}`, problemSentence(problem, words)]),
  )
  if (Object.keys(fields).length > 0)
    throw new Refusal('invalid', words.invalid || 'Please look at the answers marked below.', { fields })
  return way
}

/** The answers of a form that was posted without scripts, whose fields are named `q.<question>`. */
export function answersOfFields(body: unknown): Answers {
  const answers: [string, string | string[]][] = []
  for (const [name, value] of Object.entries(Object(body))) {
    if (!name.startsWith('q.')) continue
    if (typeof value === 'string') answers.push([name.slice(2), value])
    if (Array.isArray(value)) answers.push([name.slice(2), value.filter((one) => typeof one === 'string')])
  }
  return Object.fromEntries(answers)
}
