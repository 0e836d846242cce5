// A sample of it is in tests/browser/site-editor.test.ts.
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { layoutShift, openChromium, openVisitor } from '#support/chromium.ts'
import { contentEditor } from '#support/content-editor.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let browser: Browser
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct()
  browser = await openChromium()
  owner = await product.owner()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

async function storePicture(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer()
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${product.url}/api/site/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', origin: product.url, cookie },
    body: Buffer.from(bytes),
  })
  const { address }: { address: string } = JSON.parse(await response.text())
  return address
}

test('in the dashboard’s frame a draft looks and moves like the page, and sends nothing', async () => {
  await contentEditor(owner).save((draft) => {
    draft.meme.headline = 'Drafted headline'
  })
  const { context, page } = await openVisitor(browser, { size: { width: 1200, height: 900 } })
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: product.url })))
  await page.goto(`${product.url}/analytics`)
  const alerts: string[] = []
  page.on('dialog', (asked) => {
    alerts.push(asked.message())
    void asked.dismiss()
  })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  const loaded = page.waitForResponse((response) => response.url().includes('/api/site/preview'))
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.name = 'preview'
    frame.style.cssText = 'position:fixed;inset:0;width:390px;height:844px;z-index:9999;background:white'
    frame.src = '/api/site/preview?path=/meme'
    document.body.append(frame)
  })
  await loaded
  const frame = page.frameLocator('iframe[name=preview]')
  await frame.getByRole('heading', { name: 'Drafted headline' }).waitFor()
  // Before its script is there, what is missing would be named by the browser.
  await page.frame('preview')?.waitForLoadState()
  await frame.locator('[data-island]:not([data-alive])').first().waitFor({ state: 'detached' })
  await frame.getByRole('link', { name: 'GET ACCESS NOW' }).click()
  // What is missing is named as on the page itself.
  await frame.getByRole('button', { name: 'Get Access' }).click()
  await frame.getByText('Please enter your name.').waitFor()
  await frame.getByLabel('Full Name').fill('Ada')
  await frame.getByLabel('Email Address').fill('ada@example.com')
  await frame.getByLabel('Phone Number').fill('2025550143')
  await page.screenshot({ path: '/tmp/preview-dialog.png' })
  await frame.getByRole('button', { name: 'Get Access' }).click()
  const said = frame.getByRole('alert').filter({ hasText: 'This is a preview' })
  await said.getByText('nothing was sent').waitFor()
  expect(alerts).toEqual([])
  expect(writes.filter((line) => !line.includes('/api/analytics'))).toEqual([])
  expect(await product.query('select 1 from leads')).toEqual([])
  expect(await product.query('select 1 from page_views')).toEqual([])
  await said.getByRole('link', { name: 'Go on as a visitor would' }).click()
  await page.waitForFunction(() =>
    document
      .querySelector<HTMLIFrameElement>('iframe[name=preview]')
      ?.contentWindow?.location.search.includes('freetraining'),
  )
  // Visitors load nothing of this.
  expect((await product.browser().get('/meme')).text).not.toContain('/assets/preview-')
  await context.close()
})

test('a stored picture comes in a small form, in its place from the first moment', async () => {
  const address = await storePicture(1400, 900)
  await contentEditor(owner).live((draft) => {
    draft.meme.picture = { src: address, alt: 'A warm field' }
    draft.brand.portrait = { ...draft.brand.portrait, src: address, alt: 'Portrait' }
    draft.freetraining.video.poster = { src: address, alt: 'Poster' }
    for (const video of draft.portal.weeks[0]?.videos ?? []) video.thumbnail = address
  })
  for (const [path, place] of [
    ['/meme', '.meme-picture img'],
    ['/', '.founder-portrait img'],
    ['/freetraining', '.screen .poster'],
    ['/bookstrategy', '.coach-photo'],
    ['/trainingportal', '.film-picture .art'],
  ] as const)
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const { context, page, problems } = await openVisitor(browser, { size })
      await page.goto(product.url + path)
      const image = page.locator(place).first()
      await image.scrollIntoViewIfNeeded()
      await page.waitForFunction(
        (selector) => document.querySelector<HTMLImageElement>(selector)?.naturalWidth,
        place,
      )
      const shown = await image.evaluate((element: HTMLImageElement) => ({
        source: element.currentSrc,
        width: element.clientWidth,
        height: element.clientHeight,
      }))
      await page.screenshot({ path: `/tmp/picture${path.replaceAll('/', '-')}-${size.width}.png` })
      expect(shown.source, path).toMatch(/\.(avif|webp)$/)
      expect(shown.width, path).toBeGreaterThan(60)
      expect(shown.height, path).toBeGreaterThan(60)
      expect(await layoutShift(page), path).toBeLessThan(0.02)
      expect(problems, path).toEqual([])
      await context.close()
    }
})

test('a preview that could not be loaded says so in our words, and is loaded by a press', async () => {
  const { context, page } = await openVisitor(browser, { size: { width: 1440, height: 900 } })
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: product.url })))
  await page.route('**/api/site/preview?*', (route) => route.abort())
  await page.goto(`${product.url}/analytics?tab=site&page=meme`)
  const frame = page.locator('iframe[title^="Preview of"]')
  await page.getByText('The preview could not be loaded.').waitFor()
  // The browser's own words about it are not shown.
  expect(await frame.evaluate((one) => getComputedStyle(one).visibility)).toBe('hidden')
  await page.unroute('**/api/site/preview?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await frame.contentFrame().getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('The preview could not be loaded.').waitFor({ state: 'detached' })
  await expect.poll(() => frame.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})
