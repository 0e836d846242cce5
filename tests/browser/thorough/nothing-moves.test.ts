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
  const comes = Promise.withResolvers<void>()
  await page.route('**/api/bookings/without-outcome*', async (route) => {
    await comes.promise
    await route.continue()
  })
  // The page waits two seconds for a line. By its own clock, which is moved by hand, those are as long as a busy machine needs.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const place = async () => ((await shown(page).isVisible()) ? await shown(page).boundingBox() : null)
  let first: Awaited<ReturnType<typeof place>> = null
  const passes = async (ms: number) => {
    await page.clock.runFor(ms)
    first ??= await place()
    return first
  }
  const read = page.waitForResponse(tab === 'leads' ? /\/api\/customers\?/ : /\/api\/analytics\/overview\?/)
  await page.goto(`${product.url}/analytics?tab=${tab}&range=all`)
  await read
  for (let turn = 0; turn < 20; turn += 1) await passes(50)
  comes.resolve()
  await expect.poll(() => passes(1)).not.toBeNull()
  await page.getByText('without an outcome').waitFor()
  expect(await place()).toEqual(first)
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
