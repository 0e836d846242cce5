import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { createAllowance } from './allowance.ts'
import { createRequest } from './request.ts'
import type { GoHighLevelSettings } from './settings.ts'

const token = 'pit-0b2c-secret'
const locationId = 'loc1'
let crm: CrmServer
let settings: GoHighLevelSettings

beforeEach(async () => {
  crm = await startCrmServer({ token, locationId, limits: { perInterval: 3, intervalMs: 300 } })
  settings = { baseUrl: `${crm.url}/`, token, locationId }
})
afterEach(() => crm.stop())

const read = (more: Partial<GoHighLevelSettings> = {}) => {
  const used = { ...settings, ...more }
  const send = createRequest(
    used,
    createAllowance(used.now ?? (() => new Date()), () => 0),
  )
  const { id } = crm.addContact({ email: 'a@example.com' })
  const answer = z.object({ contact: z.object({ id: z.string() }) })
  const call = { task: 'read the contact', method: 'GET', path: `/contacts/${id}`, answer } as const
  return () => send({ ...call, aboutContact: true })
}

test('a call carries token and pinned version, and the address may end in a slash', async () => {
  await expect(read()()).resolves.toMatchObject({ contact: {} })
  expect(crm.log).toMatchObject([{ status: 200, version: '2021-07-28' }])
  await read({ version: 'v3' })()
  expect(crm.log).toMatchObject([{}, { status: 200, version: 'v3' }])
})

test.each([
  ['down', 'unreachable', undefined, 'the connection failed (ECONNREFUSED)'],
  ['reset', 'unreachable', undefined, 'the connection failed'],
  ['half-open', 'unreachable', undefined, 'no answer in time'],
  ['half-answer', 'unreachable', undefined, 'no answer in time'],
  ['slow', 'unreachable', undefined, 'no answer in time'],
  ['apply-then-hang-up', 'unreachable', undefined, 'the connection failed'],
  ['server-error', 'vendor-fault', 500, 'status 500'],
  ['garbage', 'vendor-fault', 200, 'its answer could not be read'],
  ['token-revoked', 'refused-credentials', 401, 'access token is invalid'],
  ['rate-limited', 'rate-limited', 429, 'no more calls'],
] as const)('%s: worth another try, as %s', async (mode, kind, status, words) => {
  await crm.failWith(mode)
  // Only where no answer comes: on a busy machine one that comes may take as long.
  const timeoutMs = words === 'no answer in time' ? 250 : undefined
  const error = await read(timeoutMs ? { timeoutMs } : {})().catch((caught: unknown) => caught)
  expect(error).toMatchObject({ vendor: 'GoHighLevel', kind, status, retryable: true })
  expect(error).toHaveProperty('message', expect.stringContaining(words))
})

test('a redirect is not followed, so that nothing reaches an unknown address', async () => {
  const asked: string[] = []
  const call = read({
    fetch: async (url, init) => {
      asked.push(`${url} ${init?.redirect}`)
      return new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } })
    },
  })
  await expect(call()).rejects.toMatchObject({ kind: 'vendor-fault', status: 307 })
  expect(asked).toEqual([expect.stringMatching(/contacts\/\w+ manual$/)])
})

test('the allowance is never overdrawn: the last call starts a pause that asks nothing of the CRM', async () => {
  await crm.stop()
  // The CRM's interval goes by the same clock, however long a busy machine takes for three calls.
  let now = Date.now()
  const clock = () => new Date(now)
  crm = await startCrmServer({ token, locationId, limits: { perInterval: 3, intervalMs: 300 }, now: clock })
  const call = read({ baseUrl: crm.url, now: clock })
  for (let calls = 0; calls < 3; calls++) await call()
  await expect(call()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 300 })
  expect(crm.log.map(({ status }) => status)).toEqual([200, 200, 200])

  now += 300
  await expect(call()).resolves.toBeDefined()
})

test('429 carries the wait it asked for, a used-up day a long one', async () => {
  await crm.failWith('rate-limited')
  await expect(read()()).rejects.toMatchObject({ status: 429, retryAfterMs: 300 })
  await crm.failWith('daily-limit')
  await expect(read()()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 3_600_000 })
})

test('no failure shows the token', async () => {
  for (const mode of ['down', 'reset', 'half-open', 'server-error', 'garbage', 'token-revoked'] as const) {
    await crm.failWith(mode)
    const error = await read({ timeoutMs: 250 })().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Error)
    if (error instanceof Error)
      expect(`${error} ${JSON.stringify(error)} ${error.stack}`).not.toContain('0b2c')
  }
})
