import {
  type AnswerProblem,
  type Answers,
  type ApplicationForm,
  answerProblem,
  type Condition,
  type ConditionMatch,
  type EndingPage,
  isEmpty,
  otherTextKey,
  ownValue,
  type Question,
  tidyAnswer,
  tidyOther,
} from './application-form.ts'

function holds({ test, values, amount }: Condition, answer: string | string[]): boolean {
  const chosen = Array.isArray(answer) ? answer : [answer]
  switch (test) {
    case 'is':
      return chosen.some((id) => values.includes(id))
    case 'isNot':
      return !chosen.some((id) => values.includes(id))
    case 'atLeast':
      return !isEmpty(answer) && Number(answer) >= amount
    case 'atMost':
      return !isEmpty(answer) && Number(answer) <= amount
    case 'answered':
      return !isEmpty(answer)
  }
}

/** Somebody's way through the form, as far as their answers decide it. */
export type Way = {
  /** The questions they are asked, in order. */
  questions: Question[]
  /** Their answers to these, tidied, with what they wrote of their own; one that cannot be taken is left out. */
  answers: Answers
  /** What is wrong, by the id of the question; nothing once the form is complete. */
  problems: Record<string, AnswerProblem>
  /** Ids of answers to questions that they are not asked. */
  offWay: string[]
  /** Where they go once the form is complete. */
  ending: EndingPage
}

/**
 * Walks through the form by what was answered: each question is asked where its conditions hold for the answers before
 * it. Browser and server walk alike, so an answer counts only where the question was asked.
 */
export function walk(form: ApplicationForm, given: Readonly<Record<string, unknown>>): Way {
  const asked = new Map<string, string | string[]>()
  const way: Way = { questions: [], answers: {}, problems: {}, offWay: [], ending: form.otherwise }
  const isMet = (condition: Condition) => {
    const answer = asked.get(condition.question)
    return answer !== undefined && holds(condition, answer)
  }
  const areMet = (conditions: Condition[], match: ConditionMatch | undefined) =>
    match === 'any' && conditions.length > 0 ? conditions.some(isMet) : conditions.every(isMet)
  for (const question of form.questions) {
    const { id } = question
    const answer = tidyAnswer(question, ownValue(given, id))
    if (!areMet(question.onlyIf, question.match)) {
      if (!isEmpty(answer)) way.offWay.push(id)
      continue
    }
    const written = tidyOther(question, answer, given)
    const problem = answerProblem(question, answer, written)
    const taken = problem === '' ? answer : ''
    way.questions.push(question)
    asked.set(id, taken)
    if (problem !== '') way.problems[id] = problem
    if (!isEmpty(taken)) way.answers[id] = taken
    if (!isEmpty(taken) && written !== '') way.answers[otherTextKey(question)] = written
  }
  way.ending = form.endings.find(({ when, match }) => areMet(when, match))?.to ?? form.otherwise
  return way
}

/** How many of the questions that somebody is asked they have answered. */
export const answeredOn = ({ questions, answers }: Way): number =>
  questions.filter(({ id }) => ownValue(answers, id) !== undefined).length
