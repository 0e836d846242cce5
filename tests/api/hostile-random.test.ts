import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { refusalStatus } from '#contract/refusal-codes.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { contractCalls } from '#support/contract-endpoints.ts'
import { openForTest } from '#support/open-for-test.ts'
import { goodBodies } from '#support/public-writes.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  owner = await product.owner()
})
afterAll(() => product?.end())

const listed = Object.values(refusalStatus).filter((status) => status < 500)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.constantFrom(
    '/',
    '/meme?utm_source=%00',
    '\u0000',
    '\ud83d',
    "' or 1=1 --",
    'ada@example.com',
    '2025550143',
    'true',
    '-1',
    'NaN',
  ),
)
const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue(), fc.double(), fc.bigInt().map(String))

/** A good body with some fields gone, some random, and some that nobody knows. */
const bodyLike = (good: Record<string, unknown>) =>
  fc
    .record({
      changed: fc.dictionary(fc.constantFrom(...Object.keys(good), 'website', 'elapsed'), value, {
        maxKeys: 6,
      }),
      removed: fc.subarray(Object.keys(good)),
      unknown: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
    })
    .map(({ changed, removed, unknown }) => {
      const kept = Object.entries(good).filter(([key]) => !removed.includes(key))
      return { ...unknown, ...Object.fromEntries(kept), ...changed }
    })

async function expectAnswered(path: string, body: unknown): Promise<void> {
  // A minute later the limits begin anew.
  now = new Date(now.getTime() + 61_000)
  const answer = await product.browser().post(path, body)
  if (answer.status === 200) return
  expect(listed, `${answer.status} ${answer.text}`).toContain(answer.status)
  expectRefusal(answer, path)
}

thoroughTest('random JSON is stored or refused by every public write, never a failure', async () => {
  const calls = await contractCalls()
  for (const { method, path, endpoint } of calls) {
    if (method !== 'POST' || endpoint.for !== 'anyone') continue
    const good = goodBodies[path] ?? {}
    const bodies = Object.keys(good).length > 0 ? bodyLike(good) : fc.dictionary(fc.string(), value)
    await fc.assert(
      fc.asyncProperty(bodies, (body) => expectAnswered(path, body)),
      { numRuns: goodBodies[path] ? 120 : 25 },
    )
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), (body) => expectAnswered(path, body)),
      { numRuns: 20 },
    )
  }
  expect(await verifyReports(openForTest(product.databaseUrl))).toEqual([])
})

// What every object has, where something is looked up by what somebody wrote.
const hostileNames = fc.constantFrom('valueOf', 'constructor', '__proto__', '/valueOf', 'hasOwnProperty')

thoroughTest('random questions of the owner are answered or refused, never a failure', async () => {
  const calls = (await contractCalls()).filter(
    ({ method, endpoint }) => method === 'GET' && endpoint.for === 'owner',
  )
  const query = fc.dictionary(
    fc.constantFrom('range', 'from', 'to', 'tz', 'q', 'limit', 'cursor', 'hidden', 'include'),
    fc.oneof(
      text,
      fc.constantFrom(
        'custom',
        'all',
        '2026-02-31',
        '0000-00-00',
        '0001-01-01',
        '9999-12-31',
        'UTC',
        '100',
        '-'.repeat(36),
      ),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      query,
      fc.oneof(text, hostileNames),
      async ({ path }, asked, parameter) => {
        const filled = path.replace(/:\w+/g, encodeURIComponent(parameter.toWellFormed()) || 'x')
        const parameters = new URLSearchParams(asked)
        const answer = await owner.get(`${filled}?${parameters}`)
        if (answer.status !== 200) expectRefusal(answer, `${filled}?${parameters}`)
      },
    ),
    { numRuns: 400 },
  )
})

ordinaryTest.each([
  'range=custom&from=2026-02-31',
  'range=custom&from=2026-13-01&to=2026-14-01',
  'range=custom&from=0000-01-01',
  'range=custom&from=0001-01-01',
  'range=custom&from=9999-12-31&to=9999-12-31',
  'q=%00',
  'q=a%00b',
  `cursor=${Buffer.from(`2026-11-21T00:00:00.000Z ${'-'.repeat(36)}`).toString('base64url')}`,
  `cursor=${Buffer.from('+275760-09-13T00:00:00.000Z 0192f3a0-0000-7000-8000-00000000abcd').toString('base64url')}`,
  'cursor=%00',
  'limit=0',
  'limit=1001',
  'limit=1e3',
  'tz=Mars/Olympus',
  'range=ever',
])('the question %s is answered or refused by every list', async (asked) => {
  for (const path of [
    '/api/analytics/summary',
    '/api/visitors',
    '/api/page-views',
    '/api/customers',
    '/api/analytics/records',
    '/api/quarantine',
    '/api/auto-tags/logs',
  ]) {
    const answer = await owner.get(`${path}?${asked}`)
    if (answer.status !== 200) expectRefusal(answer, `${path}?${asked}`, 422)
  }
})

ordinaryTest('the owner’s writes take text of any length and shape or say what is wrong', async () => {
  const noise = Array.from({ length: 1990 }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
  ).join('')
  for (const [path, body] of [
    ['/api/blocked-pages', { pagePath: `/${noise}` }],
    ['/api/blocked-pages', { pagePath: '/\ud800' }],
    ['/api/blocked-pages', { pagePath: 'meme' }],
    ['/api/blocked-pages', { pagePath: '/x', reason: 'y'.repeat(501) }],
    ['/api/blocked-ips', { ipAddress: '1.2.3' }],
    ['/api/blocked-ips', { ipAddress: '1.2.3.256' }],
    ['/api/blocked-ips', { ipAddress: '01.2.3.4' }],
    ['/api/blocked-ips', { ipAddress: '1.2.3.4\n' }],
    ['/api/blocked-ips', { ipAddress: null }],
  ] as const) {
    const answer = await owner.post(path, body)
    if (answer.status !== 200) expectRefusal(answer, JSON.stringify(body).slice(0, 60), 422)
  }
  for (const id of ['x', '%00', '-'.repeat(36), '0192f3a0-0000-7000-8000-00000000abcd', 'A'.repeat(90)])
    for (const list of ['blocked-ips', 'blocked-pages']) {
      const path = `/api/${list}/${id}`
      const headers = { 'content-type': 'application/json' }
      expectRefusal(await owner.send('PATCH', path, { body: '{"isActive":true}', headers }), path, [400, 404])
      expectRefusal(
        await owner.send('PATCH', path, { body: '{"isActive":"true"}', headers }),
        path,
        [400, 422],
      )
    }
})
