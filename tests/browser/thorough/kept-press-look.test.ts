// A sample of it is in tests/browser/every-page.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { holdAsset, openVisitor } from '#support/chromium.ts'

const site = await browseProduct()

it.each([
  ['/thankyoucall', 'two-steps', '.book-button', '.book-button'],
  ['/freetraining', 'training', '.play', '.play svg'],
  ['/trainingportal', 'portal', '.film', '.film'],
])('a press on %s that waits for its script shows that it was felt', async (path, island, pressed, shown) => {
  const { context, page } = await openVisitor(site.browser)
  const come = await holdAsset(context, island)
  await page.goto(site.product.url + path)
  const opacity = () =>
    page
      .locator(shown)
      .first()
      .evaluate((element) => Number(getComputedStyle(element).opacity))
  expect(await opacity()).toBe(1)
  await page.locator(pressed).first().click()
  expect(await opacity()).toBeLessThan(0.8)
  come()
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  await context.close()
})
