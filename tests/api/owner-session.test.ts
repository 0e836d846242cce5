import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractCalls } from '#support/contract-endpoints.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { tableCounts } from '#support/table-counts.ts'
import { expectRefusal } from './expect-refusal.ts'

let product: RunningProduct
let now = new Date('2026-11-18T18:00:00Z')
const DAY = 86_400_000
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
})
afterAll(() => product?.end())

test('every call of the owner answers 401 without a session and changes nothing', async () => {
  const owners = (await contractCalls()).filter(({ endpoint }) => endpoint.for === 'owner')
  expect(owners.length).toBeGreaterThan(20)
  const before = await tableCounts(product)
  const visitor = product.browser()
  visitor.cookies.set('leadline_owner', 'x'.repeat(43))
  for (const { method, path } of [...owners, { method: 'GET', path: '/api/live' }])
    for (const browser of [product.browser(), visitor]) {
      const filled = path.replace(/:\w+/g, '0192f3a0-0000-7000-8000-00000000abcd')
      const body = { headers: { 'content-type': 'application/json' }, body: '{"isActive":true}' }
      expectRefusal(
        await browser.send(method, filled, method === 'GET' ? {} : body),
        `${method} ${filled}`,
        401,
      )
    }
  expect(await tableCounts(product)).toEqual(before)
})

test('the session cookie cannot be read by scripts nor sent from elsewhere', async () => {
  const browser = product.browser()
  const { headers } = await browser.post('/api/analytics/verify-password', {
    password: 'a password for tests',
  })
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('leadline_owner='))
  expect(line).toMatch(/; HttpOnly/)
  expect(line).toMatch(/; SameSite=Strict/)
  expect(line).toMatch(/; Path=\//)
})

test('a session ends with logout, in that browser only, and its cookie is worth nothing afterwards', async () => {
  const [first, second] = [await product.owner(), await product.owner()]
  const token = first.cookies.get('leadline_owner') ?? ''
  expect((await first.post('/api/analytics/logout', {})).status).toBe(200)
  expect(first.cookies.has('leadline_owner')).toBe(false)
  first.cookies.set('leadline_owner', token)
  expectRefusal(await first.get('/api/analytics/session'), 'after logout', 401)
  expect((await second.get('/api/analytics/session')).status).toBe(200)
})

test('a session ends after seven days without use, and each use gives it seven more', async () => {
  const owner = await product.owner()
  for (let day = 0; day < 3; day += 1) {
    pass(6 * DAY)
    expect((await owner.get('/api/analytics/session')).status).toBe(200)
  }
  pass(7 * DAY + 6 * 60_000)
  expectRefusal(await owner.get('/api/customers'), 'idle', 401)
  const { body: sessions } = await (await product.owner()).get('/api/analytics/sessions')
  expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true])
})

test('a session ends after thirty days however often it is used', async () => {
  const owner = await product.owner()
  for (let day = 1; day < 30; day += 1) {
    pass(DAY)
    expect((await owner.get('/api/analytics/session')).status).toBe(200)
  }
  pass(DAY + 1000)
  expectRefusal(await owner.get('/api/analytics/session'), 'thirty days', 401)
})
