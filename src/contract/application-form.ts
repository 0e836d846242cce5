import { looksLikeEmail } from './email-address.ts'
import { plainDigits } from './plain-digits.ts'

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
  /** Whether something else than the options may be written; a form kept before there was a choice says nothing. */
  other?: boolean
  /** What stands beside it, in the owner's words. */
  otherLabel?: string
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

/**
 * What somebody answered, by the id of the question: text, or the ids of what they chose. What they wrote where they chose
 * `OTHER` stands beside it, under `otherTextKey`.
 */
export type Answers = Record<string, string | string[]>

/** Why an answer cannot be taken; `''` where it can. */
export type AnswerProblem =
  | ''
  | 'missing'
  | 'choose'
  | 'unwritten'
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

/** The id of what is none of the options but written; no option can have it, because theirs have no point. */
export const OTHER = '.other'

/** Under which name the text of `OTHER` is kept; no question can have it. */
export const otherTextKey = ({ id }: Pick<Question, 'id'>): string => `${id}${OTHER}`

/** Whether a question offers something else than its options. */
export const offersOther = ({ kind, other }: Pick<Question, 'kind' | 'other'>): boolean =>
  other === true && (kind === 'choice' || kind === 'several')

/** The most characters of what is written instead of an option: as many as a line of text. */
export const longestOther = longestAnswer.short

/** The ids that may be chosen at a question, `OTHER` the last of them; none where it is answered freely. */
export function idsToChoose(question: Pick<Question, 'kind' | 'options' | 'other'>): readonly string[] {
  const { kind, options } = question
  if (kind === 'yesno') return yesNo
  if (kind !== 'choice' && kind !== 'several') return []
  const ids = options.map(({ id }) => id)
  return offersOther(question) ? [...ids, OTHER] : ids
}

/** What stands beside an answer to choose, in the owner's words; its id where it is gone. */
export function choiceLabel(
  { options, otherLabel }: Pick<Question, 'options' | 'otherLabel'>,
  id: string,
): string {
  if (id === OTHER) return otherLabel || 'Something else'
  return options.find((option) => option.id === id)?.label ?? id
}

/** What a record has of its own under a key: a question may have the name of something that every object has. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.keys(record).includes(key) ? record[key] : undefined

const lastOf = (given: unknown): unknown => (Array.isArray(given) ? given[given.length - 1] : given)

/** An answer without blanks around it, in the order of the options; `''` where there is none. */
export function tidyAnswer(question: Question, given: unknown): string | string[] {
  if (question.kind === 'several') {
    const chosen = (Array.isArray(given) ? given : [given]).map(String)
    return idsToChoose(question).filter((id) => chosen.includes(id))
  }
  const one = lastOf(given)
  const text = typeof one === 'string' || typeof one === 'number' ? String(one).trim() : ''
  return question.kind === 'number' ? tidyNumber(text) : text
}

const GROUPED = /^[+-]?[1-9]\d{0,2}([,.'’\s])\d{3}(\1\d{3})*((?!\1)[,.]\d{1,2})?$/
const ONE_COMMA = /^([^,.]*),([^,.]*)$/

/**
 * A number in the digits that are counted with, without what sets off its thousands, and with a point before its fraction;
 * what is neither stays as it is.
 */
const tidyNumber = (typed: string): string => {
  const text = plainDigits(typed).replace(/٬/g, '').replace(/[٫．]/g, '.').replace(/，/g, ',')
  const [, mark] = GROUPED.exec(text) ?? []
  return (mark === undefined ? text : text.replaceAll(mark, '')).replace(ONE_COMMA, '$1.$2')
}

/** Whether nothing was answered. */
export const isEmpty = (answer: string | string[]): boolean => answer.length === 0

/** What was written where `OTHER` is among a tidied answer, without blanks around it; `''` where nothing is asked for. */
export function tidyOther(
  question: Question,
  answer: string | string[],
  given: Readonly<Record<string, unknown>>,
): string {
  if (!offersOther(question) || ![answer].flat().includes(OTHER)) return ''
  const one = lastOf(ownValue(given, otherTextKey(question)))
  return typeof one === 'string' ? one.trim() : ''
}

const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const isWebPage = (text: string): boolean =>
  /^(https?:\/\/)?[^\s/?#@:]+\.[^\s/?#@:.]+(:\d+)?([/?#]\S*)?$/i.test(text)

/** What is wrong with a tidied answer, and with what was written where it is something else than the options. */
export function answerProblem(question: Question, answer: string | string[], written = ''): AnswerProblem {
  const { kind, required, low, high } = question
  const ids = idsToChoose(question)
  if (isEmpty(answer)) return required ? (ids.length > 0 || kind === 'scale' ? 'choose' : 'missing') : ''
  if (ids.length > 0) {
    const chosen = [answer].flat()
    if (!chosen.every((id) => ids.includes(id))) return 'choose'
    if (!chosen.includes(OTHER)) return ''
    return written === '' ? 'unwritten' : written.length > longestOther ? 'tooLong' : ''
  }
  if (Array.isArray(answer)) return ''
  if (answer.length > longestAnswer[kind]) return 'tooLong'
  if (kind === 'email') return looksLikeEmail(answer) ? '' : 'email'
  if (kind === 'phone') return /\p{Nd}/u.test(answer) ? '' : 'phone'
  if (kind === 'number') return /^[+-]?\d{1,12}(\.\d{1,6})?$/.test(answer) ? '' : 'number'
  if (kind === 'date') return isDay(answer) ? '' : 'date'
  if (kind === 'link') return isWebPage(answer) ? '' : 'link'
  if (kind === 'scale')
    return /^\d{1,3}$/.test(answer) && Number(answer) >= low && Number(answer) <= high ? '' : 'choose'
  return ''
}

/** A question's answer among all answers, as people read it: the words of what was chosen, and what was written. */
export function answerText(question: Question, answers: Answers): string {
  const { id, kind } = question
  const answer = ownValue(answers, id)
  if (answer === undefined) return ''
  if (kind === 'yesno') return answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : ''
  if (kind === 'scale') return `${String(answer)} of ${question.high}`
  const chosen = [answer].flat()
  if (kind !== 'choice' && kind !== 'several') return chosen.join(', ')
  const written = tidyOther(question, answer, answers)
  return chosen
    .map((one) => choiceLabel(question, one) + (one === OTHER && written !== '' ? `: ${written}` : ''))
    .join(', ')
}
