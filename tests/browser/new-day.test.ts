import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard } from '#support/owner-dashboard.ts'

const HOUR_MS = 3_600_000

// Ten in the evening in Los Angeles, where days are counted.
let ahead = Date.parse('2026-11-19T06:00:00Z') - Date.now()
const now = () => new Date(Date.now() + ahead)
const { product, browser } = await browseProduct({ clock: { now } })

it('what is open over midnight shows the day that has begun, though nobody comes by', async () => {
  await product.browser().post('/api/visitors/page-view', { path: '/meme' })
  const search = '?tab=visitors&range=today'
  const { page, context } = await openDashboard(browser, product.url, { search })
  await page.clock.install({ time: now() })
  await page.goto(`${product.url}/analytics${search}`)
  await page.getByText('1 visitor', { exact: true }).waitFor()
  ahead += 3 * HOUR_MS
  await page.clock.fastForward(3 * HOUR_MS)
  await page.getByText('No visitors in this period').waitFor()
  await context.close()
})

it('a call that begins while the lists of calls are open is to come no longer, and is asked about', async () => {
  const visitor = product.browser()
  const [start = ''] = (await visitor.get('/api/calendar/slots')).body.slots
  await visitor.post('/api/calendar/bookings', { start, name: 'Grace Okafor', email: 'grace@example.com' })
  const { page: calls, context } = await openDashboard(browser, product.url)
  await context.clock.install({ time: now() })
  await calls.goto(`${product.url}/analytics?tab=site&page=booked-calls`)
  await calls.getByRole('list', { name: 'Upcoming' }).getByText('Grace Okafor', { exact: true }).waitFor()
  const overview = await context.newPage()
  await overview.goto(`${product.url}/analytics?tab=overview`)
  await overview.getByRole('navigation', { name: 'Views' }).waitFor()
  // Without the stream both would be read now and then anyway.
  for (const page of [calls, overview]) await page.getByText(/^live/).first().waitFor()

  const passes = Date.parse(start) + HOUR_MS - now().getTime()
  ahead += passes
  await context.clock.fastForward(passes)
  const over = calls.getByRole('list', { name: 'The last seven days: did they take place?' })
  await over.getByText('Grace Okafor', { exact: true }).waitFor()
  expect(await calls.getByRole('link', { name: 'Move or cancel' }).count()).toBe(0)
  await overview.getByRole('link', { name: '1 call without an outcome' }).waitFor()
  await context.close()
})
