// A sample of it is in tests/browser/every-page.test.ts.
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { accessibilityProblems, isWiderThanWindow, openVisitor } from '#support/chromium.ts'
import { smallTargets } from '#support/small-targets.ts'

const site = await browseProduct()

it('a link of a booking that is none leads to a page that a thumb and a screen reader can use', async () => {
  const { context, page } = await openVisitor(site.browser, { size: { width: 320, height: 640 } })
  await page.goto(`${site.product.url}/booking/no-such-booking`)
  await page.getByRole('heading', { level: 1, name: 'There is no such booking.' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
  await context.close()
})
