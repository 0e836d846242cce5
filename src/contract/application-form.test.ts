import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  type ApplicationForm,
  answerProblem,
  answerText,
  type Condition,
  OTHER,
  type Question,
  tidyAnswer,
  tidyOther,
} from './application-form.ts'
import { formProblems } from './application-problems.ts'
import { defaultEndings, defaultQuestions } from './application-questions.ts'
import { walk } from './application-way.ts'
import { formVersion } from './form-version.ts'

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  kind: 'short',
  label: `Question ${id}`,
  help: '',
  required: false,
  options: [],
  low: 1,
  high: 10,
  lowText: '',
  highText: '',
  onlyIf: [],
  ...more,
})
const options = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }))
const condition = (about: string, more: Partial<Condition> = {}): Condition => ({
  question: about,
  test: 'is',
  values: ['a'],
  amount: 0,
  ...more,
})
const form = (questions: Question[], endings: ApplicationForm['endings'] = []): ApplicationForm => ({
  questions,
  endings,
  otherwise: '/thankyoucallc',
})
const delivered = form(defaultQuestions, defaultEndings)

const whole: Answers = {
  name: 'Ada Kern',
  email: 'ada@example.com',
  phone: '+1 202 555 0143',
  situation: 'employed',
  problem: 'Finding a first customer.',
  goal: 'Ten of them.',
  ready: '8',
  start: 'now',
  alone: 'yes',
  budget: 'medium',
}

describe('the way through the form', () => {
  it('leads whoever could begin soon to the call, and everybody else to the thank-you page', () => {
    expect(walk(delivered, whole)).toMatchObject({ problems: {}, ending: '/thankyoucall', offWay: [] })
    expect(walk(delivered, { ...whole, start: 'later' }).ending).toBe('/thankyoucallc')
    expect(walk(delivered, { ...whole, budget: 'none' }).ending).toBe('/thankyoucallc')
  })

  it('asks a question only where its conditions hold, and sets aside what was answered off the way', () => {
    const asked = (answers: Answers) => walk(delivered, answers).questions.map(({ id }) => id)
    expect(asked(whole)).not.toContain('together')
    expect(asked({ ...whole, alone: 'no' })).toContain('together')
    const off = walk(delivered, { ...whole, together: 'My partner' })
    expect(off.offWay).toEqual(['together'])
    expect(off.answers.together).toBeUndefined()
  })

  it('names every answer that is missing or cannot be taken', () => {
    expect(
      walk(delivered, { ...whole, email: 'a@b', situation: 'gone', ready: '11', name: ' ' }).problems,
    ).toEqual({
      name: 'missing',
      email: 'email',
      situation: 'choose',
      ready: 'choose',
    })
  })

  it('is untouched by answers with the names of what every object has', () => {
    const odd = form([question('constructor'), question('toString', { onlyIf: [condition('constructor')] })])
    expect(walk(odd, JSON.parse('{"__proto__": {"constructor": "a"}}'))).toMatchObject({
      answers: {},
      offWay: [],
    })
  })
})

describe('an answer', () => {
  it.each<[Partial<Question>, unknown, string]>([
    [{ kind: 'number' }, '1,5', ''],
    [{ kind: 'number' }, 'many', 'number'],
    [{ kind: 'date' }, '2026-02-29', 'date'],
    [{ kind: 'date' }, '2028-02-29', ''],
    [{ kind: 'link' }, 'example.com/about', ''],
    [{ kind: 'link' }, 'javascript:alert(1)', 'link'],
    [{ kind: 'phone' }, 'call me', 'phone'],
    [{ kind: 'phone' }, '(202) 555-0143', ''],
    [{ kind: 'phone' }, '٠٥٠١٢٣٤٥٦٧', ''],
    [{ kind: 'yesno', required: true }, '', 'choose'],
    [{ kind: 'yesno' }, 'maybe', 'choose'],
    [{ kind: 'several', options, required: true }, [], 'choose'],
    [{ kind: 'several', options }, ['c', 'a', 'x'], ''],
    [{ kind: 'date' }, '2026-02-011', 'tooLong'],
    [{ kind: 'short' }, { odd: true }, ''],
  ])('to %j given as %j: %s', (more, given, problem) => {
    const asked = question('q', more)
    expect(answerProblem(asked, tidyAnswer(asked, given))).toBe(problem)
  })

  it.each([
    ['10,000', '10000'],
    ['10.000', '10000'],
    ['-1,234,567', '-1234567'],
    ['+1.234.567', '+1234567'],
    ['1,5', '1.5'],
    ['1500,25', '1500.25'],
    ['0,125', '0.125'],
    ['12.50', '12.50'],
    ['5,000.00', '5000.00'],
    ['1.234.567,5', '1234567.5'],
    ['10 000', '10000'],
    ['10\u00a0000,50', '10000.50'],
    ['12’500.25', '12500.25'],
    // As keyboards of Arabic, Persian and Japanese write them.
    ['١٢٬٣٤٥٫٥', '12345.5'],
    ['۴۲', '42'],
    ['１２，０００', '12000'],
    ['５０００', '5000'],
    // Which of both sets off the thousands is for its writer to say.
    ['1,234.567', '1,234.567'],
    ['1,2,3', '1,2,3'],
    ['10 00,5', '10 00.5'],
  ])('that is a number, given as %s, is %s, however often it is read', (given, number) => {
    const asked = question('q', { kind: 'number' })
    expect(tidyAnswer(asked, given)).toBe(number)
    expect(tidyAnswer(asked, number)).toBe(number)
    expect(answerProblem(asked, number)).toBe(/[, ]/.test(number) ? 'number' : '')
  })

  it('of ten thousand is at least a hundred, with its thousands set off or not', () => {
    const enough = condition('income', { test: 'atLeast', amount: 100 })
    const asked = form([question('income', { kind: 'number' }), question('more', { onlyIf: [enough] })])
    const questions = (income: string) => walk(asked, { income }).questions.map(({ id }) => id)
    for (const income of ['10000', '10,000', '10.000'])
      expect(questions(income), income).toEqual(['income', 'more'])
    expect(questions('10,00')).toEqual(['income'])
  })

  it('of several choices stands in the order of the options, in their words', () => {
    const asked = question('q', { kind: 'several', options })
    const answer = tidyAnswer(asked, ['c', 'x', 'a'])
    expect(answer).toEqual(['a', 'c'])
    expect(answerText(asked, { q: answer })).toBe('A, C')
  })
})

function problemOf(one: Question, given: Answers) {
  const answer = tidyAnswer(one, given[one.id])
  return answerProblem(one, answer, tidyOther(one, answer, given))
}

/** The same way, slowly and by definition: a question is asked if each condition is about one that is asked and holds. */
function slowWay(all: ApplicationForm, given: Answers) {
  const find = (id: string) => all.questions.find((one) => one.id === id)
  const answerTo = (one: Question): string | string[] => {
    const answer = tidyAnswer(one, given[one.id])
    return problemOf(one, given) === '' ? answer : ''
  }
  const holds = ({ question: about, test, values, amount }: Condition): boolean => {
    const one = find(about)
    if (!one || !isAsked(one)) return false
    const answer = answerTo(one)
    const chosen = typeof answer === 'string' ? [answer] : answer
    if (test === 'is') return values.some((value) => chosen.includes(value))
    if (test === 'isNot') return values.every((value) => !chosen.includes(value))
    if (answer.length === 0) return false
    if (test === 'answered') return true
    return test === 'atLeast' ? Number(answer) >= amount : Number(answer) <= amount
  }
  function isAsked(one: Question): boolean {
    return one.onlyIf.every(holds)
  }
  const asked = all.questions.filter(isAsked)
  return {
    asked: asked.map(({ id }) => id),
    wrong: asked.filter((one) => problemOf(one, given) !== '').map(({ id }) => id),
    ending: all.endings.find(({ when }) => when.every(holds))?.to ?? all.otherwise,
  }
}

const kinds = ['short', 'choice', 'several', 'yesno', 'number', 'scale'] as const
const anyForm = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      required: fc.boolean(),
      other: fc.boolean(),
      onlyIf: fc.array(
        fc.record({
          back: fc.nat(5),
          test: fc.constantFrom('is', 'isNot', 'atLeast', 'atMost', 'answered'),
          values: fc.subarray(['a', 'b', 'c', 'yes', 'no', OTHER]),
          amount: fc.integer({ min: 0, max: 12 }),
        }),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((parts) => {
    const about = (at: number, back: number) => `q${Math.max(0, at - 1 - back)}`
    const questions = parts.map(({ kind, required, other, onlyIf }, at) =>
      question(`q${at}`, {
        kind,
        required,
        other,
        options,
        onlyIf: at === 0 ? [] : onlyIf.map(({ back, ...rest }) => ({ question: about(at, back), ...rest })),
      }),
    )
    const when = questions.at(-1)?.onlyIf ?? []
    return form(questions, [{ id: 'e', to: '/qualified', when }])
  })
const anyAnswer = fc.oneof(
  fc.constantFrom('a', 'b', 'yes', 'no', '3', '9', '11', '', OTHER),
  fc.subarray(['a', 'b', 'c', OTHER]),
)
const anyAnswers = fc.dictionary(
  fc.constantFrom(...Array.from({ length: 9 }, (_, at) => [`q${at}`, `q${at}${OTHER}`]).flat()),
  anyAnswer,
)

it('is the way by definition, whatever the form and the answers', () => {
  fc.assert(
    fc.property(anyForm, anyAnswers, (all, given) => {
      const way = walk(all, given)
      const slow = slowWay(all, given)
      expect(way.questions.map(({ id }) => id)).toEqual(slow.asked)
      expect(Object.keys(way.problems)).toEqual(slow.wrong)
      expect(way.ending).toBe(slow.ending)
    }),
    { numRuns: 2000 },
  )
})

it('asks every question of a form that may be published of somebody', () => {
  fc.assert(
    fc.property(anyForm, (all) => {
      const problems = Object.keys(formProblems(all))
      fc.pre(all.questions.length <= 5 && !problems.some((path) => path.startsWith('questions')))
      const ways = all.questions.reduce<Answers[]>(
        (given, one) =>
          given.flatMap((answers) =>
            (one.kind === 'several'
              ? [[], ['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c'], ['a', 'b', 'c']].flatMap(
                  (some) => (one.other ? [some, [...some, OTHER]] : [some]),
                )
              : one.kind === 'choice'
                ? ['', 'a', 'b', 'c', ...(one.other ? [OTHER] : [])]
                : one.kind === 'yesno'
                  ? ['', 'yes', 'no']
                  : one.kind === 'short'
                    ? ['', 'x']
                    : ['', '1', '3', '6', '9', '10', ...(one.kind === 'number' ? ['0', '12'] : [])]
            ).map((answer) => ({ ...answers, [one.id]: answer, [`${one.id}${OTHER}`]: 'Mine' })),
          ),
        [{}],
      )
      // Figures between those tried may be needed; only choices are tried whole.
      fc.pre(ways.length <= 2000 && !all.questions.some(({ kind }) => kind === 'number' || kind === 'scale'))
      const asked = new Set<string>()
      for (const given of ways) {
        const way = walk(all, given)
        for (const { id } of way.questions)
          if (Object.keys(way.problems).every((wrong) => wrong >= id)) asked.add(id)
      }
      expect([...asked].sort()).toEqual(all.questions.map(({ id }) => id).sort())
    }),
    { numRuns: 300 },
  )
})

describe('a form that cannot be published', () => {
  it.each<[string, ApplicationForm, string]>([
    ['is empty', form([]), 'questions'],
    ['has a name twice', form([question('a'), question('a')]), 'questions.1.label'],
    [
      'asks for two emails',
      form([question('a', { kind: 'email' }), question('b', { kind: 'email' })]),
      'questions.1.kind',
    ],
    [
      'has one answer to choose',
      form([question('a', { kind: 'choice', options: options.slice(0, 1) })]),
      'questions.0.options',
    ],
    [
      'looks ahead',
      form([question('a', { onlyIf: [condition('b')] }), question('b')]),
      'questions.0.onlyIf.0.question',
    ],
    [
      'names an unknown answer',
      form([
        question('a', { kind: 'choice', options }),
        question('b', { onlyIf: [condition('a', { values: ['z'] })] }),
      ]),
      'questions.1.onlyIf.0.question',
    ],
    [
      'compares words with a number',
      form([question('a'), question('b', { onlyIf: [condition('a', { test: 'atLeast' })] })]),
      'questions.1.onlyIf.0.question',
    ],
    [
      'asks a question of nobody',
      form([
        question('a', { kind: 'choice', options }),
        question('b', { onlyIf: [condition('a')] }),
        question('c', { onlyIf: [condition('b', { test: 'answered' }), condition('a', { values: ['b'] })] }),
      ]),
      'questions.2.onlyIf',
    ],
    [
      'leads nobody to an ending',
      form(
        [question('a')],
        [
          { id: 'x', to: '/qualified', when: [] },
          { id: 'y', to: '/thankyoucall', when: [condition('a', { test: 'answered' })] },
        ],
      ),
      'endings.1.to',
    ],
  ])('%s', (_name, all, path) => {
    expect(Object.keys(formProblems(all))).toEqual([path])
  })

  it('is not the one that is delivered', () => {
    expect(formProblems(delivered)).toEqual({})
  })
})

it('has another version as soon as a word changes, and the same one for the same words', () => {
  expect(formVersion(delivered)).toBe(formVersion(structuredClone(delivered)))
  const [first, ...rest] = defaultQuestions
  if (!first) throw new Error('there are no questions')
  expect(formVersion({ ...delivered, questions: [{ ...first, help: 'x' }, ...rest] })).not.toBe(
    formVersion(delivered),
  )
})

describe('conditions of which one is enough', () => {
  const choices = (id: string, more: Partial<Question> = {}) =>
    question(id, { kind: 'choice', options, ...more })
  const either = [condition('a'), condition('b')]
  const asked = (some: ApplicationForm, answers: Answers) => walk(some, answers).questions.map(({ id }) => id)

  it('let a question be asked where any of them holds, and where all are needed only where all do', () => {
    const any = form([choices('a'), choices('b'), question('c', { onlyIf: either, match: 'any' })])
    const all = form([choices('a'), choices('b'), question('c', { onlyIf: either, match: 'all' })])
    const ways: [Answers, boolean, boolean][] = [
      [{}, false, false],
      [{ a: 'a' }, true, false],
      [{ b: 'a' }, true, false],
      [{ a: 'b', b: 'c' }, false, false],
      [{ a: 'a', b: 'a' }, true, true],
    ]
    for (const [answers, isAny, isAll] of ways)
      expect([asked(any, answers).includes('c'), asked(all, answers).includes('c')]).toEqual([isAny, isAll])
    // Without conditions everybody is asked, however they were to be joined.
    expect(asked(form([question('c', { match: 'any' })]), {})).toEqual(['c'])
  })

  it('lead to an ending, and what is kept from before there was a choice needs all', () => {
    const to = (match?: 'all' | 'any') =>
      form(
        [choices('a'), choices('b')],
        [{ id: 'x', to: '/qualified', when: either, ...(match && { match }) }],
      )
    expect(walk(to('any'), { b: 'a' }).ending).toBe('/qualified')
    expect(walk(to(), { b: 'a' }).ending).not.toBe('/qualified')
    expect(walk(to(), { a: 'a', b: 'a' }).ending).toBe('/qualified')
  })

  it('are refused only where none of them could ever hold', () => {
    const contrary = [condition('a'), condition('a', { values: ['b'] })]
    const withMatch = (onlyIf: Condition[], match: 'all' | 'any') =>
      formProblems(form([choices('a'), question('c', { onlyIf, match })]))
    expect(withMatch(contrary, 'all')).toEqual({ 'questions.1.onlyIf': 'can never all be true together' })
    expect(withMatch(contrary, 'any')).toEqual({})
    const never = condition('a', { test: 'isNot', values: ['a', 'b', 'c'] })
    expect(
      formProblems(
        form([choices('a', { required: true }), question('c', { onlyIf: [never, never], match: 'any' })]),
      ),
    ).toEqual({ 'questions.1.onlyIf': 'can never be true' })
  })

  it('hide no later ending behind one that takes only some of its people', () => {
    const endings = (match: 'all' | 'any'): ApplicationForm['endings'] => [
      { id: 'x', to: '/qualified', when: [condition('a')], match: 'all' },
      { id: 'y', to: '/thankyoucall', when: either, match },
    ]
    const questions = [choices('a'), choices('b')]
    expect(Object.keys(formProblems(form(questions, endings('all'))))).toEqual(['endings.1.to'])
    expect(formProblems(form(questions, endings('any')))).toEqual({})
  })
})
