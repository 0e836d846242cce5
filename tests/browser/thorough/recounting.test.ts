// A sample of it is in tests/api/hiding.test.ts.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { CROWDED_PAGE, fillCrowd, holdCounting } from '#support/crowd-to-hide.ts'
import { expectSound, openDashboard, windows } from '#support/owner-dashboard.ts'
import { runProduct } from '#support/running-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())

describe.each(windows)('hiding what many did, %s', (_device, size) => {
  it('says that it is being counted, and no more once it is through', async () => {
    const product = await runProduct()
    onTestFinished(() => product.end())
    await fillCrowd(product, new Date(), 600)
    const owner = await product.owner()
    await owner.get('/api/analytics/overview?range=all')
    const holding = await holdCounting(product)
    expect((await owner.post('/api/blocked-pages', { pagePath: CROWDED_PAGE })).status).toBe(200)
    await holding.reached()
    const { page, context } = await openDashboard(browser, product.url, { size, search: '' })
    const notice = page.getByRole('status').filter({ hasText: 'Recounting what you hid or brought back.' })
    await notice.waitFor()
    expect(await notice.textContent()).toContain('0% done.')
    await expectSound(page)
    await holding.letGo()
    await notice.waitFor({ state: 'hidden' })
    await context.close()
  })
})
