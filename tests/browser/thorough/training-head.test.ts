// A sample of it is in tests/browser/every-page.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { isWiderThanWindow, openVisitor } from '#support/chromium.ts'

const site = await browseProduct({
  content: SiteContent.parse({
    brand: { name: 'Wachstumsberatungsgesellschaft Featherstonehaugh & Partners' },
    freetraining: { badge: 'KOSTENLOSES UNTERNEHMENSTRAINING' },
  }),
})

it('the head of a video page takes a long name beside a long badge', async () => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
  await page.goto(`${site.product.url}/freetraining`)
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await isWiderThanWindow(page), `${width}`).toBe(false)
    const head = await page.locator('.training-head').boundingBox()
    expect(head?.height, `${width}`).toBeLessThanOrEqual(width < 768 ? 160 : 80)
  }
  await context.close()
})

it('the head of the portal takes a long name beside the way back, word by word', async () => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
  await page.goto(`${site.product.url}/trainingportal`)
  for (const width of [320, 390, 768, 960, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await isWiderThanWindow(page), `${width}`).toBe(false)
    const head = await page.locator('.desk-head').boundingBox()
    expect(head?.height, `${width}`).toBeLessThanOrEqual(width < 768 ? 240 : 130)
    const name = await page.locator('.desk-head .wordmark > span').boundingBox()
    expect(name?.height, `${width}`).toBeLessThanOrEqual(90)
  }
  await context.close()
})
