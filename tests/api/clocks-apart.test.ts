import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

/** Two processes on two machines, whose clocks are some seconds apart. */
let ahead: RunningProduct
let behind: RunningProduct
beforeAll(async () => {
  const clockOf = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) })
  ahead = await runProduct({ clock: clockOf(10) })
  behind = await runProduct({ clock: clockOf(-10), databaseUrl: ahead.databaseUrl })
})
afterAll(async () => {
  await behind?.end()
  await ahead?.end()
})

/** The same browser, whose next call the proxy gives to another process. */
function at(product: RunningProduct, browser: TestBrowser): TestBrowser {
  const same = product.browser()
  for (const [name, value] of browser.cookies) same.cookies.set(name, value)
  return same
}

test('what was submitted before a hand-off is known where that is opened', async () => {
  const app = ahead.browser()
  const lead = { name: 'Ada', email: 'ada@example.com', phone: '(202) 555-0143', page: '/freetraining' }
  expect((await app.post('/api/capture-lead', lead)).status).toBe(200)
  const { body } = await at(behind, app).post('/api/visitors/hand-off', { to: '/freetraining' })
  const opener = behind.browser()
  expect((await opener.get(body.url)).status).toBe(303)
  const { name, email, phone } = lead
  expect((await opener.post('/api/leads/by-fingerprint', { fingerprint: 1 })).body).toEqual({
    success: true,
    lead: { name, email, phone },
  })
  const [visitor] = await ahead.query(
    'select count(distinct person_id)::integer as people, count(*)::integer as browsers from visitors where person_id is not null',
  )
  expect(visitor).toEqual({ people: 1, browsers: 2 })
})
