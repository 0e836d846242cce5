// A sample of it is in tests/browser/dashboard.test.ts.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { makeBooking } from '#support/ad-makers.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard, windows } from '#support/owner-dashboard.ts'

const { product, browser } = await browseProduct()

beforeAll(async () => {
  const visitor = product.browser()
  const email = 'ada@example.com'
  await visitor.post('/api/visitors/page-view', { path: '/meme' })
  await visitor.post('/api/capture-lead', { name: 'Ada Kern', email, phone: '(202) 555-0143', page: '/meme' })
  const leadId = await product.leadIdOf(email)
  await makeBooking(product, { leadId, at: new Date(Date.now() - 3_600_000), status: 'booked' })
})

const looks = [
  { tab: 'leads', shown: (page: Page) => page.getByRole('link', { name: 'Ada Kern' }) },
  { tab: 'overview', shown: (page: Page) => page.getByRole('heading', { name: 'Funnel' }) },
]
const cases = windows.flatMap(([where, size]) => looks.map((look) => ({ where, size, ...look })))

it.each(cases)('a line above the $tab that comes late moves nothing $where', async ({ size, tab, shown }) => {
  const { page, context } = await openDashboard(browser, product.url, { size, search: '?tab=status' })
  await page.route('**/api/bookings/without-outcome*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    await route.continue()
  })
  await page.goto(`${product.url}/analytics?tab=${tab}&range=all`)
  await shown(page).waitFor()
  const first = await shown(page).boundingBox()
  await page.getByText('without an outcome').waitFor()
  expect(await shown(page).boundingBox()).toEqual(first)
  await context.close()
})

it('a line above that never comes is not waited for', async () => {
  const { page, context } = await openDashboard(browser, product.url, { search: '?tab=status' })
  await page.route('**/api/bookings/without-outcome*', () => {})
  for (const { tab, shown } of looks) {
    await page.goto(`${product.url}/analytics?tab=${tab}&range=all`)
    await shown(page).waitFor()
  }
  await context.close()
})
