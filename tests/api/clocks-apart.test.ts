import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSiteContent, SiteContent } from '#contract/site-content.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { phone, type TestBrowser } from '#support/test-browser.ts'

/** Two processes on two machines, whose clocks are some seconds apart. */
let ahead: RunningProduct
let behind: RunningProduct
beforeAll(async () => {
  const clockOf = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) })
  const content = SiteContent.parse({ pixel: { id: '123456789012345' } })
  ahead = await runProduct({ content, clock: clockOf(10) })
  behind = await runProduct({ content, clock: clockOf(-10), databaseUrl: ahead.databaseUrl })
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
    `select count(distinct person_id)::integer as people, count(*)::integer as browsers from visitors
      where person_id is not null`,
  )
  expect(visitor).toEqual({ people: 1, browsers: 2 })
})

test('a visitor’s last word on adverts holds, whichever process heard the one before', async () => {
  const browser = ahead.browser(phone)
  const lead = { name: 'Bea', email: 'bea@example.com', phone: '(202) 555-0144', page: '/freetraining' }
  expect((await browser.post('/api/capture-lead', lead)).status).toBe(200)
  await browser.post('/api/visitors/track', { path: '/meme', timezone: 'Europe/Berlin', consent: true })
  const claims = async (who: TestBrowser) => {
    const event = {
      eventId: randomUUID(),
      eventName: 'Lead',
      path: '/',
      moment: 'submit',
      timezone: 'Europe/Berlin',
    }
    return (await who.post('/api/visitors/pixel-event', { ...event, consent: true })).body
  }
  const { version } = defaultSiteContent.adConsent
  const said = (choice: string) => ({ choice, version, page: '/meme', timezone: 'Europe/Berlin' })
  expect((await browser.post('/api/visitors/ad-consent', said('granted'))).status).toBe(200)
  const later = at(behind, browser)
  expect((await later.post('/api/visitors/ad-consent', said('refused'))).status).toBe(200)
  expect(await claims(later)).toEqual({ success: true, isNew: false })
  expect((await later.post('/api/visitors/ad-consent', said('granted'))).status).toBe(200)
  expect(await claims(later)).toEqual({ success: true, isNew: true })
})
