// A sample of it is in tests/api/crm-calls.test.ts.
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { type CrmOutcomeProduct, runCrmOutcomes } from '#support/crm-outcome-product.ts'
import { expectSound, openDashboard } from '#support/owner-dashboard.ts'

let world: CrmOutcomeProduct
let browser: Browser
beforeAll(async () => {
  world = await runCrmOutcomes()
  const { outcomes } = world.crm
  const calendarId = outcomes().addCalendar('Strategy call')
  outcomes().pipelines.push({
    ...{ id: 'pipe', name: 'Coaching', locationId: 'loc1' },
    stages: [{ id: 'stage', name: 'Proposal sent', position: 0 }],
  })
  const visitor = world.product.browser()
  const click = {
    utm_source: 'facebook',
    utm_campaign: 'Spring',
    utm_ad: 'Video A',
    utm_ad_id: 'a1',
    fbclid: 'IwY2xjaw',
  }
  await visitor.post('/api/visitors/page-view', { path: '/meme', ...click })
  world.pass(5)
  await visitor.post('/api/capture-lead', {
    name: 'Ada Kern',
    email: 'ada@example.com',
    phone: '(202) 555-0143',
    page: '/meme',
  })
  const contactId = await world.lead('ada@example.com')
  const startTime = new Date(world.now().getTime() - 7_200_000).toISOString()
  outcomes().book({ calendarId, contactId, startTime, appointmentStatus: 'showed' })
  outcomes().addOpportunity({ contactId, status: 'won', monetaryValue: 2000 })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
})

const phone = { width: 390, height: 844 }

test('the owner switches reading on, sees what was read, and which scope is missing', async () => {
  const { page, context, problems } = await openDashboard(browser, world.product.url, {
    search: '?tab=connections',
    size: phone,
  })
  const calls = page.getByRole('switch', { name: 'Read what became of calls' })
  const opportunities = page.getByRole('switch', { name: 'Read opportunities' })
  await world.crm.failWith('scope-missing', { on: 'GET /opportunities' })
  const held: Route[] = []
  await page.route('**/api/connections/crm/reading', (route) =>
    route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
  )
  await calls.click()
  await expect.poll(() => held.length).toBe(1)
  // It stands where it was put, also before that is saved.
  expect(await calls.isChecked()).toBe(true)
  await held[0]?.continue()
  await page.unroute('**/api/connections/crm/reading')
  await opportunities.click()
  await page.getByText('The token may not read this.').waitFor()
  await page.getByText('1 appointment, 1 from your leads.').waitFor()
  await expectSound(page)
  await world.crm.recover()
  await page.getByRole('button', { name: 'Read now' }).click()
  await page.getByText('1 opportunity, 1 from your leads.').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the visitors of an ad open, and each journey says why this ad is theirs', async () => {
  const { page, context, problems } = await openDashboard(browser, world.product.url, {
    search: '?tab=ads&range=all',
    size: phone,
  })
  await page
    .getByRole('link', { name: /^1 visitor, / })
    .first()
    .click()
  await page.getByText('1 visitor').first().waitFor()
  await page.getByText('utm_ad_id=a1').first().waitFor()
  await expectSound(page)
  await page.getByRole('link', { name: 'Ada Kern' }).click()
  await page.getByRole('heading', { name: 'Why this ad' }).waitFor()
  await page.getByText('click IwY2xjaw').waitFor()
  await page.getByText('The call took place').waitFor()
  await page.getByText('Coaching › Proposal sent').waitFor()
  await expectSound(page)
  expect(problems).toEqual([])
  await context.close()
})
