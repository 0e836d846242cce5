// A sample of it is in tests/browser/every-page.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { openVisitor } from '#support/chromium.ts'

const site = await browseProduct({
  content: SiteContent.parse({
    brand: { name: 'Wide', logo: { src: 'https://pictures.example/logo.svg' }, logoGround: 'light' },
  }),
})

async function openAt(path: string) {
  const { context, page } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
  await context.route('https://pictures.example/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="80"><rect width="480" height="80"/></svg>',
    }),
  )
  await page.goto(site.product.url + path)
  const edge = (selector: string, side: 'left' | 'right') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, which) => element.getBoundingClientRect()[which], side)
  return { context, page, edge }
}

it.each([
  ['/freetraining', '.training-head .badge'],
  ['/trainingportal', '.desk-back'],
])('a wide logo leaves the room of what stands beside it on %s', async (path, beside) => {
  const { context, page, edge } = await openAt(path)
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await edge('header .logo', 'right'), `${width}`).toBeLessThanOrEqual(await edge(beside, 'left'))
    expect(await edge('header .logo', 'right'), `${width}`).toBeGreaterThan(80)
  }
  await context.close()
})

it.each(['/', '/freetraining', '/trainingportal'])(
  'a wide logo is as wide as it may be at a desk on %s',
  async (path) => {
    const { context, page, edge } = await openAt(path)
    for (const width of [960, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = (await edge('header .logo', 'right')) - (await edge('header .logo', 'left'))
      expect(wide, `${width}`).toBeGreaterThan(180)
    }
    await context.close()
  },
)
