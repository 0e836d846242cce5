import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWiderThanWindow, openChromium } from '#support/chromium.ts'
import { expectSound, openDashboard, windows } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf } from '#support/share-of.ts'

let product: RunningProduct
let browser: Browser
beforeAll(async () => {
  ;[product, browser] = await Promise.all([runProduct(), openChromium()])
  const details = { email: 'eve?cc=all@example.com', phone: '*21*2025550143#', page: '/meme' }
  const eve = await product.browser().post('/api/capture-lead', { name: 'Ann\u202e Kern', ...details })
  expect(eve.status).toBe(200)
  const bo = { name: 'Bo Li', email: 'bo@example.com', phone: '(202) 555-0143', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', bo)).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

it.each(shareOf(windows, 0))('a lead’s details link what is safe to press, %s', async (_where, size) => {
  const { context, page, problems } = await openDashboard(browser, product.url, {
    search: '?tab=leads',
    size,
  })
  await page.getByRole('link', { name: 'Ann Kern', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Lead Details' }).click()
  await dialog.getByText('Lead Information').waitFor()
  await dialog.getByRole('definition').filter({ hasText: '*21*2025550143#' }).waitFor()
  expect(await dialog.locator('a[href^="tel:"]').count()).toBe(0)
  const mail = dialog.locator('a[href^="mailto:"]').first()
  expect(await mail.getAttribute('href')).toBe('mailto:eve%3Fcc%3Dall@example.com')
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Bo Li', exact: true }).first().click()
  await dialog.locator('a[href="tel:+12025550143"]').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

ordinaryTest('a name stored long ago turns nothing round but itself', async () => {
  await product.query("update leads set name = E'Ann \\u202Egnp.exe' where email like 'eve%'")
  const { context, page } = await openDashboard(browser, product.url, { search: '?tab=leads' })
  const name = page.getByRole('link', { name: /^Ann/ }).first()
  expect(await name.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('isolate')
  await context.close()
})

ordinaryTest(
  'what is long or written from right to left widens no list and keeps its beginning',
  async () => {
    const source = 'a-source-that-somebody-named-without-an-end-'.repeat(4)
    const visitor = product.browser()
    await visitor.post('/api/visitors/track', { path: '/meme', title: '', sessionId: 's', utmSource: source })
    await visitor.post('/api/visitors/page-view', { path: '/meme', title: '', sessionId: 's' })
    const name = 'محمد بن عبد الله بن سعود الطويل'
    const details = { email: 'long@example.com', phone: '1234567890'.repeat(4), page: '/meme' }
    expect((await visitor.post('/api/capture-lead', { name, ...details, utm_source: source })).status).toBe(
      200,
    )
    const { context, page } = await openDashboard(browser, product.url, {
      search: '?tab=leads&range=all',
      size: { width: 320, height: 640 },
    })
    const named = page.getByRole('link', { name }).locator('xpath=..')
    expect(await named.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    expect(await isWiderThanWindow(page)).toBe(false)
    // A press on the name opens the lead, and none of it dials.
    const dialled = page.getByRole('link', { name: '(202) 555-0143' }).first()
    const above = page.getByRole('listitem').filter({ has: dialled }).locator('a').first()
    const [of, from] = [await above.boundingBox(), await dialled.boundingBox()]
    expect(from?.y).toBeGreaterThanOrEqual((of?.y ?? Number.POSITIVE_INFINITY) + (of?.height ?? 0) - 1)
    expect(from?.height).toBeGreaterThanOrEqual(44)
    await page.setViewportSize({ width: 1280, height: 800 })
    const directionOf = (label: string, isLink: boolean) =>
      page
        .getByRole('table', { name: label })
        .getByText(name)
        .first()
        .locator(isLink ? 'xpath=..' : 'xpath=.')
        .evaluate((element) => getComputedStyle(element).direction)
    await page.goto(`${product.url}/analytics?tab=autotags`)
    const ofLog = await directionOf('Activity log', false)
    await page.goto(`${product.url}/analytics?tab=ads&range=all&figure=lead`)
    const ofPeople = await directionOf('Leads', true)
    expect([ofLog, ofPeople]).toEqual(['rtl', 'rtl'])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${product.url}/analytics?range=all`)
    await page.getByRole('heading', { name: 'Top sources' }).waitFor()
    expect(await isWiderThanWindow(page)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await isWiderThanWindow(page)).toBe(false)
    await context.close()
  },
)
