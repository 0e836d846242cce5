import {
  type ApplicationForm,
  type Condition,
  type ConditionMatch,
  type Ending,
  idsToChoose,
  type Question,
} from './application-form.ts'

type Problems = Record<string, string>

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/
const CONTACT: Record<string, string> = { name: 'name', email: 'email address', phone: 'phone number' }

/**
 * Why a form cannot be published, by path inside it: questions that nobody could answer or would ever be asked, and
 * conditions on what is not asked before them.
 */
export function formProblems(form: ApplicationForm): Problems {
  const problems: Problems = {}
  const seen = new Map<string, Question>()
  const contact = new Set<string>()
  if (form.questions.length === 0) problems.questions = 'must have at least one question'
  for (const [at, question] of form.questions.entries()) {
    const path = `questions.${at}`
    if (!ID.test(question.id) || seen.has(question.id))
      problems[`${path}.label`] = 'has no name of its own in the data: remove it and add it once more'
    if (contact.has(question.kind))
      problems[`${path}.kind`] = `there is a question for the ${CONTACT[question.kind]} already`
    if (CONTACT[question.kind]) contact.add(question.kind)
    Object.assign(problems, ownProblems(question, path))
    Object.assign(problems, conditionProblems(question.onlyIf, question.match, seen, `${path}.onlyIf`))
    seen.set(question.id, question)
  }
  for (const [at, ending] of form.endings.entries()) {
    const path = `endings.${at}`
    Object.assign(problems, conditionProblems(ending.when, ending.match, seen, `${path}.when`))
    if (form.endings.slice(0, at).some((before) => takesAllOf(before, ending)))
      problems[`${path}.to`] = 'is never reached: an ending before it takes everybody who would come here'
  }
  return problems
}

function ownProblems(question: Question, path: string): Problems {
  const problems: Problems = {}
  const { kind, options, low, high } = question
  if (kind === 'choice' || kind === 'several') {
    if (idsToChoose(question).length < (kind === 'choice' ? 2 : 1))
      problems[`${path}.options`] =
        kind === 'choice' ? 'needs at least two answers to choose from' : 'needs an answer to choose'
    const ids = options.map(({ id }) => id)
    for (const [at, id] of ids.entries())
      if (!ID.test(id) || ids.indexOf(id) !== at)
        problems[`${path}.options.${at}.label`] =
          'has no name of its own in the data: remove it and add it once more'
  }
  if (kind === 'scale' && high <= low) problems[`${path}.high`] = 'must be more than where the scale begins'
  if (kind === 'scale' && high - low > 10) problems[`${path}.high`] = 'makes more than 11 steps'
  return problems
}

function conditionProblems(
  conditions: Condition[],
  match: ConditionMatch | undefined,
  before: Map<string, Question>,
  path: string,
): Problems {
  const problems: Problems = {}
  for (const [at, condition] of conditions.entries()) {
    const words = whatIsWrong(condition, before.get(condition.question))
    if (words) problems[`${path}.${at}.question`] = words
  }
  if (Object.keys(problems).length > 0) return problems
  if (isEither(conditions, match)) {
    if (!conditions.some((one) => canAllHold([one], before))) problems[path] = 'can never be true'
  } else if (!canAllHold(conditions, before)) problems[path] = 'can never all be true together'
  return problems
}

function whatIsWrong({ test, values }: Condition, question: Question | undefined): string | undefined {
  if (!question) return 'must be a question that is asked before'
  if (test === 'answered') return undefined
  if (test === 'atLeast' || test === 'atMost')
    return question.kind === 'number' || question.kind === 'scale'
      ? undefined
      : 'has no number for an answer: compare it with an answer instead'
  const ids = idsToChoose(question)
  if (ids.length === 0) return 'has free-text answers: you can only check whether it was answered'
  if (values.length === 0) return 'needs an answer to compare with'
  return values.every((id) => ids.includes(id))
    ? undefined
    : 'names an answer that the question does not have'
}

/**
 * All that must hold for conditions to hold: theirs, and those of the questions they are about. Where one of several is
 * enough, none of them must: what could be met is never refused.
 */
function everyCondition(conditions: Condition[], before: Map<string, Question>): Condition[] {
  const all: Condition[] = []
  const open = [...conditions]
  const opened = new Set<string>()
  for (let next = open.pop(); next; next = open.pop()) {
    all.push(next)
    if (opened.has(next.question)) continue
    opened.add(next.question)
    const about = before.get(next.question)
    if (about && !isEither(about.onlyIf, about.match)) open.push(...about.onlyIf)
  }
  return all
}

function canAllHold(conditions: Condition[], before: Map<string, Question>): boolean {
  const all = everyCondition(conditions, before)
  return [...new Set(all.map(({ question }) => question))].every((id) => {
    const question = before.get(id)
    return (
      question !== undefined &&
      canAnswer(
        question,
        all.filter((one) => one.question === id),
      )
    )
  })
}

function canAnswer(question: Question, conditions: Condition[]): boolean {
  const ofTest = (test: Condition['test']) => conditions.filter((one) => one.test === test)
  const ids = idsToChoose(question)
  if (ids.length > 0) {
    const left = ids.filter((id) => !ofTest('isNot').some(({ values }) => values.includes(id)))
    const fits = (id: string) => ofTest('is').every(({ values }) => values.includes(id))
    const mustBeAnswered = question.required || ofTest('is').length + ofTest('answered').length > 0
    if (question.kind !== 'several') return left.some(fits) || !mustBeAnswered
    return (
      (left.length > 0 || !mustBeAnswered) &&
      ofTest('is').every(({ values }) => values.some((id) => left.includes(id)))
    )
  }
  const isScale = question.kind === 'scale'
  const least = Math.max(...ofTest('atLeast').map(({ amount }) => amount), isScale ? question.low : -Infinity)
  const most = Math.min(...ofTest('atMost').map(({ amount }) => amount), isScale ? question.high : Infinity)
  return least <= most
}

const isEither = (conditions: Condition[], match: ConditionMatch | undefined): boolean =>
  match === 'any' && conditions.length > 1

/** Whether an ending takes everybody who would come to a later one, as far as that can be told. */
const takesAllOf = (before: Ending, later: Ending): boolean =>
  before.when.length === 0 ||
  (!isEither(before.when, before.match) &&
    !isEither(later.when, later.match) &&
    isWithin(before.when, later.when))

/** Whether each of some conditions stands among others, so that whoever meets the others meets these. */
const isWithin = (some: Condition[], others: Condition[]): boolean =>
  some.every((one) => others.some((other) => JSON.stringify(one) === JSON.stringify(other)))
