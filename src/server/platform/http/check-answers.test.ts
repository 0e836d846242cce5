import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoints } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { answerErrors } from './answer-errors.ts'
import { checkAnswers } from './check-answers.ts'
import { serve } from './serve.ts'

const Row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  sources: z.record(z.string(), z.number()),
  more: z.object({ email: z.string() }).optional(),
})
const api = {
  'GET /api/rows': { for: 'anyone', input: z.object({}), output: z.array(Row), summary: 'Rows.' },
} satisfies Endpoints
const good = { id: '1', name: null, sources: { 'ada@example.com': 1 } }

let app: FastifyInstance
let answer: () => unknown = () => []
const told: string[] = []

beforeAll(async () => {
  app = Fastify()
  answerErrors(app)
  checkAnswers(app, (problem) => told.push(problem))
  serve(app, api, async () => {}, { 'GET /api/rows': async () => answer() as z.output<typeof Row>[] })
  app.get('/api/bare', (_request, reply) => reply.code(404).send({ statusCode: 404, message: 'Not Found' }))
})
afterAll(() => app.close())

async function answered(rows: () => unknown) {
  answer = rows
  told.length = 0
  const { statusCode, body } = await app.inject('/api/rows')
  return { statusCode, body: JSON.parse(body) }
}

it('an answer as the contract says it passes untouched, and so does a refusal', async () => {
  const rows = [good, { ...good, more: { email: 'ada@example.com' } }]
  expect(await answered(() => rows)).toEqual({ statusCode: 200, body: rows })
  const refused = await answered(() => {
    throw new Refusal('invalid', 'Two fields need another look.', { fields: { q: 'Too long.' } })
  })
  expect(refused.statusCode).toBe(422)
  expect(told).toEqual([])
})

it.each<[string, unknown, string]>([
  ['more than the contract says', { ...good, phone: '1' }, 'with 1.phone, which its contract does not name'],
  [
    'more deep inside',
    { ...good, more: { email: 'x', token: 'y' } },
    'with 1.more.token, which its contract does not name',
  ],
  ['less', { ...good, name: undefined }, 'without 1.name, which its contract asks for'],
  ['another type', { ...good, id: 1 }, 'with 1.id in another form than its contract says (invalid_type)'],
  [
    'another type under a key somebody typed',
    { ...good, sources: { 'ada@example.com': 'x' } },
    'with 1.sources.… in another form than its contract says (invalid_type)',
  ],
])('an answer that says %s is a 500 that names endpoint and field', async (_what, row, words) => {
  const problem = `GET /api/rows answers 200 ${words}.`
  expect(await answered(() => [good, row])).toEqual({ statusCode: 500, body: { error: problem } })
  expect(told).toEqual([problem])
})

it('a refusal in anybody else’s words is found, too', async () => {
  told.length = 0
  expect((await app.inject('/api/bare')).statusCode).toBe(500)
  expect(told).toEqual(['GET /api/bare answers 404 without error, which its contract asks for.'])
})
