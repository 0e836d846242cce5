import { it } from 'vitest'
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
