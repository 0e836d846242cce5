import { describe, expect, it } from 'vitest'
import {
  type ApplicationForm,
  answerProblem,
  answerText,
  longestOther,
  OTHER,
  otherTextKey,
  type Question,
  tidyAnswer,
  tidyOther,
} from './application-form.ts'
import { formProblems } from './application-problems.ts'
import { walk } from './application-way.ts'

const options = ['a', 'b'].map((id) => ({ id, label: id.toUpperCase() }))
const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, kind: 'choice', label: id, help: '', required: true, options, onlyIf: [] },
  ...{ low: 1, high: 10, lowText: '', highText: '', other: true, otherLabel: 'None of these' },
  ...more,
})
const form = (questions: Question[], endings: ApplicationForm['endings'] = []): ApplicationForm => ({
  ...{ questions, endings },
  otherwise: '/thankyoucallc',
})
const one = question('q')
const key = otherTextKey(one)

describe('something else than the options', () => {
  it.each<[Partial<Question>, Record<string, unknown>, string]>([
    [{}, { q: OTHER, [key]: 'A choir' }, ''],
    [{}, { q: OTHER }, 'unwritten'],
    [{}, { q: OTHER, [key]: '   ' }, 'unwritten'],
    [{ required: false }, { q: OTHER, [key]: '' }, 'unwritten'],
    [{}, { q: OTHER, [key]: 'x'.repeat(longestOther) }, ''],
    [{}, { q: OTHER, [key]: 'x'.repeat(longestOther + 1) }, 'tooLong'],
    [{}, { q: OTHER, [key]: { odd: true } }, 'unwritten'],
    [{}, { q: OTHER, [key]: ['A choir', 'A band'] }, ''],
    [{ kind: 'several' }, { q: ['b', OTHER], [key]: 'A choir' }, ''],
    [{ kind: 'several' }, { q: ['b', OTHER] }, 'unwritten'],
    [{ kind: 'several', options: [] }, { q: OTHER, [key]: 'A choir' }, ''],
    [{ other: false }, { q: OTHER, [key]: 'A choir' }, 'choose'],
    [{ kind: 'yesno' }, { q: OTHER, [key]: 'A choir' }, 'choose'],
    // What was written counts for nothing where something else is chosen.
    [{}, { q: 'a', [key]: 'x'.repeat(9999) }, ''],
    [{}, { [key]: 'A choir' }, 'choose'],
  ])('%j, given %j: %s', (more, given, problem) => {
    const asked = question('q', more)
    const answer = tidyAnswer(asked, given.q)
    expect(answerProblem(asked, answer, tidyOther(asked, answer, given))).toBe(problem)
  })

  it('is on the way with its text, and read with its name', () => {
    const { answers } = walk(form([one]), { q: OTHER, [key]: '  A choir ' })
    expect(answers).toEqual({ q: OTHER, [key]: 'A choir' })
    expect(answerText(one, answers)).toBe('None of these: A choir')
    const several = question('q', { kind: 'several', otherLabel: '' })
    const both = walk(form([several]), { q: [OTHER, 'b'], [key]: 'A choir' }).answers
    expect(answerText(several, both)).toBe('B, Something else: A choir')
    expect(answerText(several, { q: [OTHER] })).toBe('Something else')
    expect(walk(form([one]), { q: 'a', [key]: 'A choir' }).answers).toEqual({ q: 'a' })
  })

  it('is asked for by conditions, and endings go by it', () => {
    const is = { question: 'q', test: 'is' as const, values: [OTHER], amount: 0 }
    const whole = form(
      [one, question('more', { onlyIf: [is], required: false })],
      [{ id: 'x', to: '/qualified', when: [is] }],
    )
    expect(formProblems(whole)).toEqual({})
    const way = (q: string) => walk(whole, { q, [key]: 'A choir' })
    expect(way(OTHER).questions).toHaveLength(2)
    expect(way(OTHER).ending).toBe('/qualified')
    expect(way('a').questions).toHaveLength(1)
    expect(way('a').ending).toBe('/thankyoucallc')
    const without = form([question('q', { other: false }), ...whole.questions.slice(1)])
    expect(formProblems(without)).toEqual({
      'questions.1.onlyIf.0.question': 'names an answer that the question does not have',
    })
  })

  it('makes a choice together with one option, and is an answer by itself where several may be given', () => {
    const few = (more: Partial<Question>) => formProblems(form([question('q', more)]))
    expect(few({ options: options.slice(0, 1) })).toEqual({})
    expect(few({ options: options.slice(0, 1), other: false })).not.toEqual({})
    expect(few({ kind: 'several', options: [] })).toEqual({})
  })

  it('is unknown to a form of before, whose answers read as they did', () => {
    const { other: _other, otherLabel: _label, ...before } = one
    expect(answerText(before, { q: 'b' })).toBe('B')
    expect(walk(form([before]), { q: OTHER, [key]: 'A choir' }).problems).toEqual({ q: 'choose' })
  })

  it('takes no text that an object only inherits', () => {
    const odd = question('constructor')
    const inherited = Object.create({ [otherTextKey(odd)]: 'inherited' })
    expect(walk(form([odd]), Object.assign(inherited, { constructor: OTHER })).problems).toEqual({
      constructor: 'unwritten',
    })
  })
})
