// A sample of it is in tests/browser/training-video.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const site = await browseProduct()

it('the speed of a film can be chosen by a thumb, and no phone zooms in on it', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/freetraining2`)
  await comesAlive(page)
  const found = await page.getByLabel('Speed').evaluate((select) => ({
    letters: Number.parseFloat(getComputedStyle(select).fontSize),
    height: select.getBoundingClientRect().height,
  }))
  expect(found.letters).toBeGreaterThanOrEqual(16)
  expect(found.height).toBeGreaterThanOrEqual(44)
  await context.close()
})
