import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldName } from '#contract/field-names.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { contractCalls } from '#support/contract-endpoints.ts'
import { readInput } from './read-input.ts'

// Of what a validator says by itself nothing reaches people.
const VALIDATORS =
  /invalid|expected|received|too (small|big)|unrecogni|regex|pattern|instance|\bNaN\b|undefined|\bnull\b|zod|[<>]=/i
const SENTENCE = /^[A-Z][^\n]{2,200}\.$/
const long = 'x'.repeat(70_000)
const wrongs: [string, unknown][] = [
  ['is not there', undefined],
  ['is null', null],
  ['is a number', 5],
  ['is below zero', -1],
  ['is a fraction', 1.5],
  ['is no number', Number.NaN],
  ['is a switch', true],
  ['is an object', { x: {} }],
  ['is a list', [{}]],
  ['is a list of long texts', [long, long]],
  ['is empty', ''],
  ['is a word that means nothing', 'nonsense'],
  ['is too long', long],
  ['has control characters', 'a\0b\tc'],
]
const calls = await contractCalls()

function refusalOf(schema: z.ZodType, input: object): Refusal | undefined {
  try {
    readInput(schema, input)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

// 'Watched steps, entry 2' is named by any of its words, as 'Enter the access code.' is.
const namesField = (sentence: string, key: string): boolean =>
  fieldName(key.split('.'))
    .split(/\W+/)
    .some((word) => word.length > 1 && sentence.toLowerCase().includes(word.toLowerCase()))

describe('what a call lacks or has wrong is told in our own words', () => {
  it.each(wrongs)('where a field %s', (_what, wrong) => {
    let refused = 0
    for (const { method, path, endpoint } of calls)
      for (const field of fieldsOf(endpoint.input)) {
        const refusal = refusalOf(endpoint.input, { [field]: wrong })
        if (!refusal) continue
        refused += 1
        const shown = `${method} ${path} ${field}: ${refusal.message} ${JSON.stringify(refusal.fields)}`
        const keys = Object.entries(refusal.fields ?? {})
        expect(keys, shown).not.toEqual([])
        for (const [key, sentence] of keys) {
          expect(sentence, shown).toMatch(SENTENCE)
          expect(sentence, shown).not.toMatch(VALIDATORS)
          expect(namesField(sentence, key), shown).toBe(true)
        }
        expect(refusal.message, shown).toMatch(SENTENCE)
        expect(
          keys.some(([key]) => namesField(refusal.message, key)),
          shown,
        ).toBe(true)
      }
    expect(refused).toBeGreaterThan(20)
  })

  it('with names that are none of a program', () => {
    for (const { endpoint } of calls)
      for (const field of fieldsOf(endpoint.input))
        expect(fieldName([field]), field).toMatch(/^[A-Z][A-Za-z]*( [a-z]+| CRM| UUID)*$/)
    expect(fieldName(['from'])).toBe('From date')
    expect(fieldName(['conditions', 'exactPage', 1])).toBe('Whole page path, entry 2')
    expect(fieldName(['__proto__"><b>'])).toBe('A field')
    expect(fieldName(['constructor'])).toBe('Constructor')
  })
})

it('one field is told of in a sentence, several by their names', () => {
  const schema = z.object({
    range: z.enum(['today', 'all', 'custom']),
    limit: z.coerce.number<string>().int().min(1).max(1000),
    email: z.union([z.literal(''), z.email()]),
    tags: z.array(z.string().max(3)).max(2),
    revision: z.number('must be a number'),
  })
  const good = { range: 'all', limit: '5', email: '', tags: [], revision: 1 }
  const said = (wrong: object) => refusalOf(schema, { ...good, ...wrong })?.message
  expect(said({ range: 'soon' })).toBe('Date range must be one of today, all or custom.')
  expect(said({ limit: '0' })).toBe('Number of rows must be at least 1.')
  expect(said({ limit: '1.5' })).toBe('Number of rows must be a whole number.')
  expect(said({ limit: 'many' })).toBe('Number of rows must be a number.')
  expect(said({ email: 'x' })).toBe('Email must be an email address, like name@example.com.')
  expect(said({ tags: ['long'] })).toBe('Tags, entry 1 must be at most 3 characters.')
  expect(said({ tags: ['a', 'b', 'c'] })).toBe('Tags must have at most 2 entries.')
  expect(said({ revision: undefined })).toBe('Revision is missing.')
  expect(said({ revision: undefined, range: undefined })).toBe(
    'Some fields need another look: Date range and Revision.',
  )
  expect(refusalOf(schema, {})?.message).toBe(
    'Some fields need another look: Date range, Number of rows, Email and 2 more.',
  )
  expect(refusalOf(schema, [])?.message).toBe('The request body must be a JSON object.')
})
