import { looksLikeEmail } from './email-address.ts'

/** How a question of the application form is answered. */
export const questionKinds = [
  'name',
  'email',
  'phone',
  'short',
  'long',
  'choice',
  'several',
  'yesno',
  'number',
  'scale',
  'date',
  'link',
] as const
export type QuestionKind = (typeof questionKinds)[number]

/** The tests that a condition may make on an earlier answer. */
export const conditionTests = ['is', 'isNot', 'atLeast', 'atMost', 'answered'] as const
export type ConditionTest = (typeof conditionTests)[number]

/** The pages that an application may end on. */
export const endingPages = [
  '/thankyoucall',
  '/thankyoucallb',
  '/thankyoucallc',
  '/qualified',
  '/bookstrategy',
] as const
export type EndingPage = (typeof endingPages)[number]

/** What an earlier answer must be. It never holds for a question that was not asked. */
export type Condition = {
  /** The id of a question. */
  question: string
  test: ConditionTest
  /** Ids of answers to choose from, for `is` and `isNot`. */
  values: string[]
  /** For `atLeast` and `atMost`. */
  amount: number
}

/** How many of some conditions must hold. A form that was kept before there was a choice has none: all must. */
export const conditionMatches = ['all', 'any'] as const
export type ConditionMatch = (typeof conditionMatches)[number]

/** One question; `id` stays when its words change. */
export type Question = {
  id: string
  kind: QuestionKind
  label: string
  help: string
  required: boolean
  options: { id: string; label: string }[]
  low: number
  high: number
  lowText: string
  highText: string
  /** It is asked where all of these hold, or any of them. */
  onlyIf: Condition[]
  match?: ConditionMatch
}

/** Where those go for whom all conditions hold, or any of them. */
export type Ending = { id: string; to: EndingPage; when: Condition[]; match?: ConditionMatch }

/** The form as far as its way through depends on it. */
export type ApplicationForm = { questions: Question[]; endings: Ending[]; otherwise: EndingPage }

/** What somebody answered, by the id of the question: text, or the ids of what they chose. */
export type Answers = Record<string, string | string[]>

/** Why an answer cannot be taken; `''` where it can. */
export type AnswerProblem =
  | ''
  | 'missing'
  | 'choose'
  | 'email'
  | 'number'
  | 'date'
  | 'link'
  | 'phone'
  | 'tooLong'

/** The ids of the answers to a question of yes or no. */
export const yesNo = ['yes', 'no'] as const

/** The most characters an answer may have. */
export const longestAnswer: Record<QuestionKind, number> = {
  name: 200,
  email: 254,
  phone: 40,
  short: 300,
  long: 5000,
  choice: 40,
  several: 40,
  yesno: 3,
  number: 20,
  scale: 4,
  date: 10,
  link: 500,
}

/** The ids that may be chosen at a question; none where it is answered freely. */
export function idsToChoose({ kind, options }: Pick<Question, 'kind' | 'options'>): readonly string[] {
  if (kind === 'yesno') return yesNo
  return kind === 'choice' || kind === 'several' ? options.map(({ id }) => id) : []
}

/** An answer without blanks around it, in the order of the options; `''` where there is none. */
export function tidyAnswer(question: Question, given: unknown): string | string[] {
  if (question.kind === 'several') {
    const chosen = (Array.isArray(given) ? given : [given]).map(String)
    return idsToChoose(question).filter((id) => chosen.includes(id))
  }
  const one = Array.isArray(given) ? given.at(-1) : given
  const text = typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''
  return question.kind === 'number' ? text.replace(',', '.') : text
}

const isEmpty = (answer: string | string[]): boolean => answer.length === 0

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const isWebPage = (text: string): boolean =>
  /^(https?:\/\/)?[^\s/?#@:]+\.[^\s/?#@:.]+(:\d+)?([/?#]\S*)?$/i.test(text)

/** What is wrong with a tidied answer. */
export function answerProblem(question: Question, answer: string | string[]): AnswerProblem {
  const { kind, required, low, high } = question
  const ids = idsToChoose(question)
  if (isEmpty(answer)) return required ? (ids.length > 0 || kind === 'scale' ? 'choose' : 'missing') : ''
  if (Array.isArray(answer)) return ''
  if (ids.length > 0) return ids.includes(answer) ? '' : 'choose'
  if (answer.length > longestAnswer[kind]) return 'tooLong'
  if (kind === 'email') return looksLikeEmail(answer) ? '' : 'email'
  if (kind === 'phone') return /\d/.test(answer) ? '' : 'phone'
  if (kind === 'number') return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(answer) ? '' : 'number'
  if (kind === 'date') return isDay(answer) ? '' : 'date'
  if (kind === 'link') return isWebPage(answer) ? '' : 'link'
  if (kind === 'scale')
    return /^\d{1,3}$/.test(answer) && Number(answer) >= low && Number(answer) <= high ? '' : 'choose'
  return ''
}

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
  /** Their answers to these, tidied; one that cannot be taken is left out. */
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
    const answer = tidyAnswer(question, Object.hasOwn(given, id) ? given[id] : undefined)
    if (!areMet(question.onlyIf, question.match)) {
      if (!isEmpty(answer)) way.offWay.push(id)
      continue
    }
    const problem = answerProblem(question, answer)
    const taken = problem === '' ? answer : ''
    way.questions.push(question)
    asked.set(id, taken)
    if (problem !== '') way.problems[id] = problem
    if (!isEmpty(taken)) way.answers[id] = taken
  }
  way.ending = form.endings.find(({ when, match }) => areMet(when, match))?.to ?? form.otherwise
  return way
}

/** An answer as people read it: the words of what was chosen. */
export function answerText(question: Question, answer: string | string[] | undefined): string {
  if (answer === undefined) return ''
  if (question.kind === 'yesno') return answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : ''
  if (question.kind === 'scale') return `${String(answer)} of ${question.high}`
  const chosen = Array.isArray(answer) ? answer : [answer]
  const label = (id: string) => question.options.find((option) => option.id === id)?.label ?? id
  return question.kind === 'choice' || question.kind === 'several'
    ? chosen.map(label).join(', ')
    : chosen.join(', ')
}

/** The name of a form's present wording: another one as soon as anything about it changes. */
export function formVersion({ questions, endings, otherwise }: ApplicationForm): string {
  // Two halves of 32 bits (cyrb53): nothing hangs on it but to tell one wording from the next.
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (const letter of JSON.stringify([questions, endings, otherwise])) {
    const code = letter.codePointAt(0) ?? 0
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (two >>> 0).toString(16).padStart(8, '0') + (one >>> 0).toString(16).padStart(8, '0')
}
