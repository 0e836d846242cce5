import { beforeEach, expect, test } from 'vitest'
import { type CrmSchema, loadCrmSchema } from './crm-schema.ts'

let schema: CrmSchema

beforeEach(({ skip }) => {
  const loaded = loadCrmSchema()
  if (!loaded) return skip('skipped: the CRM’s OpenAPI files are not here')
  schema = loaded
})

const upsert = {
  at: new Date(0),
  method: 'POST',
  path: '/contacts/upsert',
  query: {},
  version: '2021-07-28',
  body: { locationId: 'loc1', email: 'a@example.com' } as unknown,
  status: 200,
  answer: undefined as unknown,
  effects: [],
}

test.each([
  ['a documented call', {}, ''],
  ['an undocumented property', { body: { locationId: 'loc1', nickname: 'A' } }, 'nickname'],
  ['a missing property', { body: { email: 'a@example.com' } }, 'locationId'],
  ['a wrong type', { body: { locationId: 'loc1', email: 7 } }, '/email'],
  ['a missing body', { body: undefined }, 'body'],
  ['an undocumented version', { version: '1999-01-01' }, 'version'],
  ['an undocumented path', { path: '/contact' }, 'not documented'],
  ['a missing query', { method: 'GET', path: '/contacts/search/duplicate', body: undefined }, 'locationId'],
  [
    'an undocumented query',
    {
      method: 'GET',
      path: '/contacts/search/duplicate',
      body: undefined,
      query: { locationId: 'x', phone: '1' },
    },
    'query phone',
  ],
])('%s', (_name, difference, problem) => {
  const problems = schema.requestProblems({ ...upsert, ...difference })
  if (problem === '') expect(problems).toEqual([])
  else expect(problems.join()).toContain(problem)
})

test('an answer is held against its documented shape', () => {
  const answer = { new: true, contact: { id: 'c1' }, further: 1 }
  expect(schema.answerProblems({ ...upsert, answer })).toEqual([])
  expect(schema.answerProblems({ ...upsert, answer: { new: 'yes' } }).join()).toContain('/new')
  expect(schema.answerProblems({ ...upsert, status: 204, answer }).join()).toContain('not documented')
})
