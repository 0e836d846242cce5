import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'
import { sendLeadDialog } from '#support/lead-dialog.ts'
import { becomeLead, openTrainee, safari, trainingContent } from '#support/training-site.ts'

const site = await browseProduct({ content: trainingContent })

it('a locked video looks locked, says what unlocks it, and is an ordinary one once it is unlocked', async () => {
  const { context, page } = await openVisitor(site.browser, { userAgent: safari })
  const poster = () => page.locator('.poster').evaluate((one) => Number(getComputedStyle(one).opacity))
  await page.goto(`${site.product.url}/freetraining`)
  await comesAlive(page)
  expect(await poster()).toBe(1)
  expect(await page.locator('[data-locked]').count()).toBe(0)
  await page.goto(`${site.product.url}/freetrainingc`)
  await comesAlive(page)
  expect(await poster()).toBeLessThan(0.5)
  expect(await page.getByRole('button', { name: 'Play the training video' }).count()).toBe(0)
  await page.locator('.stage').getByRole('link', { name: 'Get Free Access Now' }).click()
  await page.getByRole('dialog', { name: 'Ready to Unlock The Secret?' }).waitFor()
  await sendLeadDialog(page, { name: 'Ada Okafor', email: 'ada@example.com' })
  await page.waitForURL('**/trainingportal*')
  // Also where the network is gone in the moment in which the page asks who this is.
  const asks = '**/api/leads/by-fingerprint'
  await page.route(asks, (route) => route.abort())
  const isLost = page.waitForEvent('requestfailed', (one) => one.url().endsWith('by-fingerprint'))
  await Promise.all([isLost, page.goto(`${site.product.url}/freetrainingc`)])
  await page.unroute(asks)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: 'Play the training video' }).waitFor()
  expect(await page.locator('[data-locked]').count()).toBe(0)
  expect(await poster()).toBe(1)
  await context.close()
})

it.each<[string, (page: Page) => Promise<void>]>([
  ['the network is back', (page) => page.evaluate(() => void window.dispatchEvent(new Event('online')))],
  [
    'the page is looked at again',
    (page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
  ],
  ['what unlocks it is pressed', (page) => page.locator('.unlock').click()],
])(
  'a locked video is unlocked for whoever gave their details, however long nothing was answered: once %s',
  async (_when, comeBack) => {
    const { context, page } = await openTrainee(site.browser)
    await becomeLead(context, site.product.url, 'tunnel@example.com')
    const asks = '**/api/leads/by-fingerprint'
    // What the page says of each try: a clock that jumps may end one before it is on its way.
    let failed = 0
    page.on('console', (message) => {
      if (message.text().startsWith('Looking the lead up failed')) failed += 1
    })
    await page.route(asks, (route) => route.abort())
    await page.goto(`${site.product.url}/freetrainingc`)
    await comesAlive(page)
    await expect
      .poll(async () => {
        await page.clock.runFor(60_000)
        return failed
      })
      .toBe(6)
    await page.unroute(asks)
    await comeBack(page)
    await page.locator('.play:not(.unlock)').waitFor({ state: 'attached' })
    expect(await page.locator('[data-locked]').count()).toBe(0)
    await context.close()
  },
)
